@_exported import ExperimentsCore

#if Macros
@_exported import ExperimentsMacros
#endif
#if Publishers
@_exported import ExperimentsPublishers
#endif
