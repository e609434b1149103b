// Modules whose types are part of this module's interface.
@_exported import StarmineCore

// The immutable classes of AVFoundation, which functions of programs take and return.

/// A composition.
public typealias AVComposition = AVMutableComposition
/// A track of a composition.
public typealias AVCompositionTrack = AVMutableCompositionTrack
/// A video composition.
public typealias AVVideoComposition = AVMutableVideoComposition
/// An instruction of a video composition.
public typealias AVVideoCompositionInstruction = AVMutableVideoCompositionInstruction
/// An instruction for a track.
public typealias AVVideoCompositionLayerInstruction = AVMutableVideoCompositionLayerInstruction
/// Volumes of the sound tracks.
public typealias AVAudioMix = AVMutableAudioMix
/// Volumes of a sound track.
public typealias AVAudioMixInputParameters = AVMutableAudioMixInputParameters
/// AVFoundation's name for instructions of every kind; only this kind exists here.
public typealias AVVideoCompositionInstructionProtocol = AVMutableVideoCompositionInstruction
