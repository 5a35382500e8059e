extension ApplicationUpdate {
    /// How urgent an update is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The app must not be used without it.
        case required
        /// The app should offer it.
        case recommended
    }

    /// The names of the parameters that hold an app's updates.
    public struct Keys: Sendable, Hashable {
        /// The one of the required update.
        public var required: RemoteConfig.Key
        /// The one of the recommended update.
        public var recommended: RemoteConfig.Key

        /// Names of the app's own.
        public init(required: RemoteConfig.Key, recommended: RemoteConfig.Key) {
            self.required = required
            self.recommended = recommended
        }

        /// The usual names for a platform: `ios_required_update`, `ios_recommended_update` and so on.
        public init(_ platform: AppID.Platform) {
            required = RemoteConfig.Key(rawValue: "\(platform.rawValue)_required_update")
            recommended = RemoteConfig.Key(rawValue: "\(platform.rawValue)_recommended_update")
        }

        /// The name for a kind.
        public subscript(kind: Kind) -> RemoteConfig.Key {
            switch kind {
            case .required: required
            case .recommended: recommended
            }
        }
    }
}
