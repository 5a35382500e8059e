@_exported import ExperimentsCore

#if Publishers || MacrosAndPublishers
// The publishers come from Combine on systems that have it, and from OpenCombine elsewhere. Everything else in this
// module, and code that uses it, refers to `AnyPublisher` and the other types without naming the module.
#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif
#endif
