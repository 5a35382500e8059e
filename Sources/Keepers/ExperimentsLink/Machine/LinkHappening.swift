import ExperimentsCore
import LinkProtocol

/// The events of a link.
enum LinkHappening: Sendable, Hashable {
    /// A link was given, with the state of its overrides that an earlier run of the app kept, if it did.
    case given(kept: LinkedState?)
    /// The link was taken back by the app.
    case takenBack
    /// The server has answered, and announces changes from now on.
    case opened(connection: Int)
    /// Something came, if only a sign of life.
    case heard(connection: Int)
    /// The server has told something.
    case told(connection: Int, LinkEvent)
    /// A connection ended, or was never made.
    case ended(connection: Int, LinkFailure)
    /// The network of the device became another one, or came or went.
    case networkChanged(isUsable: Bool)
    /// The app came to the foreground or left it, or its network is to be spared, or no longer.
    case appChanged(AppLifecycle)
    /// The time has come that was asked for.
    case timePassed
}

/// Why a connection ended.
struct LinkFailure: Sendable, Hashable {
    /// The cause of the failure.
    enum Kind: Sendable, Hashable {
        /// It was not reached, or its answer broke off, or cannot be read.
        case broken
        /// It does not know the token, or no longer, or not for this app.
        case refused
    }

    let kind: Kind
    let problem: LinkProblem
    /// The time for which the server asks not to be contacted.
    let wait: Duration?

    init(_ kind: Kind, _ problem: LinkProblem, wait: Duration? = nil) {
        (self.kind, self.problem, self.wait) = (kind, problem, wait)
    }
}

/// The effects that a link requests.
enum LinkEffect: Sendable, Hashable {
    /// Open a stream, to go on after a revision; nil to be told all. Any other is closed.
    case open(connection: Int, after: LinkRevision?)
    /// Close the stream.
    case close
    /// Put a state in force, and keep it for the next start unless it is kept already; nil for no overrides.
    case use(LinkedState?, isKept: Bool)
    /// Tell who is interested.
    case announce(LinkStatus)
}
