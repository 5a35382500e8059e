import ExperimentsHTTPServing
import ExperimentsSupport
import FirebaseConfig
import Foundation

extension Emulator {
    /// The settings of an emulator, besides its projects.
    public struct Configuration: Sendable {
        /// The lifetime of installation tokens in seconds; by default a week, as at Google.
        public var tokenLifetime: TimeInterval
        /// The lifetime of access tokens in seconds; by default an hour, as at Google.
        public var accessTokenLifetime: TimeInterval
        /// The token that every request must have, as API key, as bearer token or in the header `X-Emulator-Token`; nil
        /// for none. Meant for emulators that other machines can reach.
        public var token: String?
        /// The web pages that may send requests, and the names by which the emulator may be called.
        public var webPages: WebPageRule
        /// Whether a fetch with an unknown or expired token is refused. Google's service answers it.
        public var requiresValidTokens: Bool
        /// The time after which a realtime stream ends, so that the client opens another one; by default five minutes.
        public var streamLifetime: Duration
        /// The largest number of installations of each project, and of installations with overrides.
        public var installationLimit: Int
        /// A folder with the ActiveConfig documents of users, `ID.json`, and `shared.json` for requests without a user;
        /// nil for none. Users without a file get a sample that depends on their number.
        public var activeConfigFolder: String?
        /// The time, and the clock by which access tokens expire.
        package var clocks: Clocks
        /// Returns the time.
        public var now: @Sendable () -> Date { clocks.now }
        /// Used for identifiers, tokens, and faults that affect a part of the requests.
        public var randomness: Randomness
        /// Waits for the length of an injected delay.
        public var sleep: @Sendable (Duration) async throws -> Void

        /// Creates a configuration, by default with this machine's clock and random numbers.
        public init(
            tokenLifetime: TimeInterval = 604_800, accessTokenLifetime: TimeInterval = 3600,
            token: String? = nil,
            webPages: WebPageRule = WebPageRule(), requiresValidTokens: Bool = false,
            streamLifetime: Duration = .seconds(300), installationLimit: Int = 100_000,
            activeConfigFolder: String? = nil,
            now: (@Sendable () -> Date)? = nil,
            randomness: Randomness = .system,
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        ) {
            self.tokenLifetime = tokenLifetime
            self.accessTokenLifetime = accessTokenLifetime
            self.token = token
            self.webPages = webPages
            self.requiresValidTokens = requiresValidTokens
            self.streamLifetime = streamLifetime
            self.installationLimit = installationLimit
            self.activeConfigFolder = activeConfigFolder
            clocks = Clocks(now)
            self.randomness = randomness
            self.sleep = sleep
        }
    }
}
