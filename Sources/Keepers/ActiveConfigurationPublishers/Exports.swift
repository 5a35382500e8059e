// Publishers are Combine's where that is part of the system, and OpenCombine's elsewhere. This module exports the one it
// uses, so that code which imports it can name `AnyPublisher` and the other types on every system.

#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
