// Apps see only those types of ExperimentsSupport that appear in declarations of the core: JSON, problems with files
// and documents, and observation handles. Everything else is only for this package.
@_exported import ExperimentsSupport
