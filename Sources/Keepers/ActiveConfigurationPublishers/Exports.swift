// The publishers come from Combine on systems that have it, and from OpenCombine elsewhere. This module exports the one
// that it uses, so that code that imports it can refer to `AnyPublisher` and the other types on every system.

#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
