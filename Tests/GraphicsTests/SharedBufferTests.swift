import StarmineGraphics
import Testing

struct SlabTests {
  @Test func holdsACopyOfItsElements() {
    let slab = SharedBuffer<UInt32>([1, 2, 3], slack: 4)
    #expect(slab == [1, 2, 3])
    #expect(slab.count == 3 && slab.first == 1 && slab.last == 3)
    #expect(Array(slab[1...]) == [2, 3])
    // Zeros that kernels may read behind the last element.
    #expect((3..<7).allSatisfy { slab.start[$0] == 0 })
    #expect(SharedBuffer<UInt32>(EmptyCollection()).isEmpty)
  }

  @Test func copiesShareTheirPlace() {
    let slab = SharedBuffer<UInt8>(count: 256) { target in for index in target.indices { target[index] = UInt8(index) }
    }
    let copy = slab
    #expect(copy.start == slab.start && copy == slab)
    #expect(slab.withUnsafeBufferPointer { $0.baseAddress } == UnsafePointer(slab.start))
    #expect(SharedBuffer(slab).start != slab.start)
    #expect(SharedBuffer(slab) == slab)
  }

  @Test func staysWhereItIsWhileItIsHeld() {
    var held: [SharedBuffer<UInt32>] = []
    var places: [UnsafePointer<UInt32>] = []
    for index in 0..<100 {
      let slab = SharedBuffer<UInt32>(Array(repeating: UInt32(index), count: 64))
      held.append(slab)
      places.append(slab.start)
    }
    for (index, place) in places.enumerated() { #expect(place[63] == UInt32(index) && held[index].start == place) }
  }
}
