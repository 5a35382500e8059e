// The publishers come from Combine on systems that have it, and from OpenCombine elsewhere. Code that uses this module
// refers to `Future` and the other types without naming the module.

@_exported import FirebaseConfig

#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
