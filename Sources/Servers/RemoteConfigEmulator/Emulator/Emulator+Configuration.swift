import FirebaseConfig
import Foundation
import HTTPServing

extension Emulator {
    /// The settings of an emulator besides its projects.
    public struct Configuration: Sendable {
        /// How many seconds the tokens of installations live; a week by default, as Google's do.
        public var tokenLifetime: TimeInterval
        /// How many seconds access tokens live; an hour by default, as Google's do.
        public var accessTokenLifetime: TimeInterval
        /// What every request has to carry, as API key, as bearer token or in the header `X-Emulator-Token`; nil for
        /// nothing. For emulators that others than this machine can reach.
        public var token: String?
        /// Which web pages may ask, and by which names the emulator may be called.
        public var webPages: WebPageRule
        /// Whether a fetch with a token that is unknown or expired is refused. Google's service answers all the same.
        public var requiresValidTokens: Bool
        /// How long a realtime stream stays open; then it ends, and the client opens another. Five minutes by default.
        public var streamLifetime: Duration
        /// How many installations each project knows at most, and how many may have overrides.
        public var installationLimit: Int
        /// A folder with the ActiveConfig documents of single users, `ID.json`, and `shared.json` for nobody; nil for none.
        /// Users without a file get a sample that follows from their number.
        public var activeConfigFolder: String?
        /// The time.
        public var now: @Sendable () -> Date
        /// For ids, tokens and faults that happen to a part of requests.
        public var randomness: Randomness
        /// What waits for the length of an injected delay.
        public var sleep: @Sendable (Duration) async throws -> Void

        /// A configuration; by default with this machine's clock and chance.
        public init(
            tokenLifetime: TimeInterval = 604_800, accessTokenLifetime: TimeInterval = 3600, token: String? = nil,
            webPages: WebPageRule = WebPageRule(), requiresValidTokens: Bool = false,
            streamLifetime: Duration = .seconds(300), installationLimit: Int = 100_000,
            activeConfigFolder: String? = nil,
            now: @escaping @Sendable () -> Date = { Date() },
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
            self.now = now
            self.randomness = randomness
            self.sleep = sleep
        }
    }
}
