// Publishers are Combine's where that is part of the system, and OpenCombine's elsewhere. Code that uses this module
// speaks of `Future` and the other types without saying whose they are.

@_exported import FirebaseConfig

#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
