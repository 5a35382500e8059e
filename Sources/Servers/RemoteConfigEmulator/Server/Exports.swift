// The address of a server, and who has access, are settings of an emulator.
@_exported import HTTPServing
