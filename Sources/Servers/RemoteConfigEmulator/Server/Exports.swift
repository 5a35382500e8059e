// The address of a server and the access rules are settings of an emulator.
@_exported import ExperimentsHTTPServing
