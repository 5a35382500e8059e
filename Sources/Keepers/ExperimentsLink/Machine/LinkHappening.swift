import ExperimentsCore
import ExperimentsLinkProtocol

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

/// Decides how long a link waits before it tries to reach its server again. It is a value without a clock.
///
/// The first wait is short, so that all apps return soon after a server was restarted; each further failure doubles it.
/// Each wait is multiplied by a random number between a half and one and a half, so that two thousand apps that lost
/// their server together do not return together.
struct LinkBackoff: Sendable, Hashable {
    /// The middle of the first wait.
    static let first: Duration = .milliseconds(500)
    /// The middle of the longest wait.
    static let longest: Duration = .seconds(30)
    /// The wait after a refusal, unless the network changes or the app starts.
    static let afterRefusal: Duration = .seconds(300)
    /// The longest wait that a server can request.
    static let mostAsked: Duration = .seconds(3600)
    /// How long a connection must have lasted before earlier failures no longer count. A server that responds and ends
    /// immediately must not be contacted without a pause.
    static let steady: Duration = .seconds(5)

    /// The number of failures in a row.
    private(set) var failures = 0

    /// Counts a failure, and returns how long to wait.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    mutating func wait(after failure: LinkFailure, fraction: Double) -> Duration {
        let doubled = Self.first * (1 << min(failures, 10))
        failures += 1
        let usual = failure.kind == .refused ? Self.afterRefusal : min(doubled, Self.longest)
        let spread = usual * (0.5 + fraction)
        // The wait that the server asks for is respected, and only lengthened.
        guard let asked = failure.wait else { return spread }
        return max(spread, min(asked, Self.mostAsked) + min(usual, .seconds(1)) * fraction)
    }

    mutating func forget() { failures = 0 }
}
