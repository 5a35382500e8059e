import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsTransport

/// The events of a link.
enum LinkHappening: Sendable, Hashable {
    /// A link was given, with the stored state of its overrides, if there is one.
    case given(kept: LinkedState?)
    /// The link was taken back by the app.
    case takenBack
    /// The server has answered, and announces changes from now on.
    case opened(connection: Int)
    /// Something was received, if only a sign of life.
    case heard(connection: Int)
    /// The server has sent something.
    case told(connection: Int, LinkEvent)
    /// A connection ended, or could not be made.
    case ended(connection: Int, LinkFailure)
    /// The device changed to another network, or gained or lost its network.
    case networkChanged(isUsable: Bool)
    /// The app came to the foreground or left it, or Low Data Mode began or ended.
    case appChanged(AppLifecycle)
    /// The requested time has been reached.
    case timePassed
}

/// The reason why a connection ended.
struct LinkFailure: Sendable, Hashable {
    /// The cause of the failure.
    enum Kind: Sendable, Hashable {
        /// The server was not reached, or its response was incomplete or cannot be read.
        case broken
        /// The server does not accept the token, or does not accept it for this app.
        case refused
    }

    let kind: Kind
    let problem: LinkProblem
    /// How long the server asks clients to wait.
    let wait: Duration?

    init(_ kind: Kind, _ problem: LinkProblem, wait: Duration? = nil) {
        (self.kind, self.problem, self.wait) = (kind, problem, wait)
    }
}

/// The effects that a link requests.
enum LinkEffect: Sendable, Hashable {
    /// Open a stream, to continue from a revision; nil for everything. Any other stream is closed.
    case open(connection: Int, after: LinkRevision?)
    /// Close the stream.
    case close
    /// Activate a state, and store it for the next start unless it is stored already; nil for no overrides.
    case use(LinkedState?, isKept: Bool)
    /// Notify observers.
    case announce(LinkStatus)
}

/// Decides how long a link waits before it tries to reach its server again: a ``StreamRetry`` in the times of a link.
///
/// The link is not followed by a `StreamFollower`, because what it does next also depends on the app and its network.
/// The first wait is short, so that all apps return soon after a server was restarted.
struct LinkBackoff: Sendable, Hashable {
    /// Half a second, up to half a minute. After a refusal, minutes, unless the network changes or the app starts. A
    /// server can ask for an hour.
    private static let rules = StreamRetry.Rules(
        firstWait: 0.5, longestWait: 30, shortestWait: 0.25, longestAsked: 3600, waitAfterRefusal: 300)

    private var retry = StreamRetry(Self.rules)

    /// Notes that the server has answered.
    mutating func noteOpened(at now: Duration) { retry.noteOpened(at: now.inSeconds) }

    /// Counts a failure, and returns how long to wait.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    mutating func wait(after failure: LinkFailure, at now: Duration = .zero, fraction: Double) -> Duration {
        switch retry.step(after: StreamEnding(failure), at: now.inSeconds, fraction: fraction) {
        case .open(let seconds, _): .seconds(seconds)
        // The rules never end a link.
        case .stop: .seconds(Self.rules.longestWait)
        }
    }

    mutating func forget() { retry.forget() }
}

extension StreamEnding {
    /// Creates the end of a link's connection. A server of overrides never ends one for its age.
    fileprivate init(_ failure: LinkFailure) {
        switch failure.kind {
        case .broken: self = .failed(failure.problem.description, retryAfter: failure.wait?.inSeconds)
        case .refused: self = .over(failure.problem.description)
        }
    }
}
