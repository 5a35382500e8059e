@_exported import ExperimentsCore
