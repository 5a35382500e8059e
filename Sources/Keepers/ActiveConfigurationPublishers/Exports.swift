// Publishers are Combine's where that is part of the system, and OpenCombine's elsewhere. Code that uses this module
// speaks of `AnyPublisher` and the other types without saying whose they are.

#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
