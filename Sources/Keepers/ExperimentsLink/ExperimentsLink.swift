// What an app gives a link: invitations and who it is.
@_exported import LinkProtocol
