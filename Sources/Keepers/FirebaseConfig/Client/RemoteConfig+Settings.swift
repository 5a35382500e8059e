import Foundation

extension RemoteConfig {
    /// The intervals and limits of a client.
    public struct Settings: Sendable, Hashable {
        /// The age, in seconds, of the last good fetch from which an ordinary fetch asks the service again.
        public var minimumFetchInterval: TimeInterval
        /// The longest total time for each request of a fetch.
        public var fetchTimeout: Duration
        /// The largest answer, in bytes.
        public var bodyLimit: Int
        /// The names of the parameters for updates of the app; nil for the usual ones.
        public var updateKeys: ApplicationUpdate.Keys?
        /// The texts that are read as true.
        public var booleanRule: BooleanRule
        /// How the client listens for changes.
        public var realtime: RealtimeSettings

        /// Creates settings, by default those of the official clients: a minimum interval of 12 hours, and a time-out
        /// of 60 seconds.
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
}
