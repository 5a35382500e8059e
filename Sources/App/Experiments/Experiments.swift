@_exported import ExperimentsCore

#if Publishers
// Publishers are Combine's where that is part of the system, and OpenCombine's elsewhere. Everything else in this module,
// and code that uses it, speaks of `AnyPublisher` and the other types without saying whose they are.
#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
#endif
