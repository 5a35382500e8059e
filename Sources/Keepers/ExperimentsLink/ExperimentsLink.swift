// The input of a link: invitations and the identity of the app.
@_exported import ExperimentsLinkProtocol
