extension ApplicationUpdate {
    /// The names of the parameters for an app's updates.
    public struct Keys: Sendable, Hashable {
        /// The parameter for the required update.
        public var required: RemoteConfig.Key
        /// The parameter for the recommended update.
        public var recommended: RemoteConfig.Key

        /// Creates names of your own.
        public init(required: RemoteConfig.Key, recommended: RemoteConfig.Key) {
            self.required = required
            self.recommended = recommended
        }

        /// Creates the usual names for a platform: `ios_required_update`, `ios_recommended_update` and so on.
        public init(_ platform: AppID.Platform) {
            required = RemoteConfig.Key(rawValue: "\(platform.rawValue)_required_update")
            recommended = RemoteConfig.Key(rawValue: "\(platform.rawValue)_recommended_update")
        }

        /// Returns the name for a kind.
        public subscript(kind: Kind) -> RemoteConfig.Key {
            switch kind {
            case .required: required
            case .recommended: recommended
            }
        }
    }
}
