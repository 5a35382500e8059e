@_exported import ExperimentsKeyFiles
