/// Decides how long a link waits before it looks for its server again. It is a value without a clock.
///
/// The first wait is short, so that a server that was restarted has all its apps back soon; each further failure doubles
/// it. Each wait is a random one between half and one and a half of that, so that two thousand apps that lost their
/// server together do not come back together.
struct LinkBackoff: Sendable, Hashable {
    /// The middle of the first wait.
    static let first: Duration = .milliseconds(500)
    /// The middle of the longest wait.
    static let longest: Duration = .seconds(30)
    /// The wait after a refusal, unless the network changes or the app starts.
    static let afterRefusal: Duration = .seconds(300)
    /// The most that a server can ask for.
    static let mostAsked: Duration = .seconds(3600)
    /// The time for which a connection must have lasted before earlier failures are forgotten. A server that answers
    /// and ends at once must not be asked without pause.
    static let steady: Duration = .seconds(5)

    /// The number of failures in a row.
    private(set) var failures = 0

    /// Counts a failure, and says how long to wait.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    mutating func wait(after failure: LinkFailure, fraction: Double) -> Duration {
        let doubled = Self.first * (1 << min(failures, 10))
        failures += 1
        let usual = failure.kind == .refused ? Self.afterRefusal : min(doubled, Self.longest)
        let spread = usual * (0.5 + fraction)
        // What the server asks for is kept to, and spread upwards.
        guard let asked = failure.wait else { return spread }
        return max(spread, min(asked, Self.mostAsked) + min(usual, .seconds(1)) * fraction)
    }

    mutating func forget() { failures = 0 }
}
