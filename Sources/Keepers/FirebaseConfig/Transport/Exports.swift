// The transport is part of this module's interface: code that configures a client can use it without another import.
@_exported import ExperimentsTransport
