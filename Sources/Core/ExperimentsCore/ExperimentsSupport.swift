// Of its support, apps see what the core's own declarations are made of: JSON, problems with files and documents, and
// handles of observations. The rest is for this package alone.
@_exported import ExperimentsSupport
