import Foundation

extension RemoteConfig {
    /// Intervals and limits of a client.
    public struct Settings: Sendable, Hashable {
        /// How old, in seconds, the last good fetch must be before an ordinary fetch asks the service again.
        public var minimumFetchInterval: TimeInterval
        /// How long each request of a fetch may take in all.
        public var fetchTimeout: Duration
        /// The most bytes that an answer may have.
        public var bodyLimit: Int
        /// The names of the parameters that hold the app's updates; nil for the usual ones.
        public var updateKeys: ApplicationUpdate.Keys?
        /// Which texts are true.
        public var booleanRule: BooleanRule
        /// How the client listens for changes.
        public var realtime: RealtimeSettings

        /// Settings; by default those of the official clients: 12 hours and 60 seconds.
        public init(
            minimumFetchInterval: TimeInterval = 12 * 3600, fetchTimeout: Duration = .seconds(60),
            bodyLimit: Int = 10_000_000, updateKeys: ApplicationUpdate.Keys? = nil,
            booleanRule: BooleanRule = .shared, realtime: RealtimeSettings = RealtimeSettings()
        ) {
            self.minimumFetchInterval = minimumFetchInterval
            self.fetchTimeout = fetchTimeout
            self.bodyLimit = bodyLimit
            self.updateKeys = updateKeys
            self.booleanRule = booleanRule
            self.realtime = realtime
        }
    }

    /// How a fetch ended.
    public enum FetchStatus: Sendable, Hashable {
        /// This process has not fetched yet.
        case noFetchYet
        /// With a good answer, or without asking because the last one was young enough.
        case success
        /// With an error.
        case failure
        /// Without asking, because the service wants rest.
        case throttled
    }
}
