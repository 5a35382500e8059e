// The transport is part of this module's interface: whoever configures a client can name it without another import.
@_exported import ExperimentsTransport
