// AVFoundation's immutable classes, which are the mutable ones here.

/// An immutable composition in AVFoundation.
public typealias AVComposition = AVMutableComposition
/// An immutable composition track in AVFoundation.
public typealias AVCompositionTrack = AVMutableCompositionTrack
/// An immutable video composition in AVFoundation.
public typealias AVVideoComposition = AVMutableVideoComposition
/// An immutable video composition instruction in AVFoundation.
public typealias AVVideoCompositionInstruction = AVMutableVideoCompositionInstruction
/// An immutable layer instruction in AVFoundation.
public typealias AVVideoCompositionLayerInstruction = AVMutableVideoCompositionLayerInstruction
/// An immutable audio mix in AVFoundation.
public typealias AVAudioMix = AVMutableAudioMix
/// Immutable audio mix parameters in AVFoundation.
public typealias AVAudioMixInputParameters = AVMutableAudioMixInputParameters
