import ExperimentsCore

/// One object of a realtime stream.
public enum RealtimeMessage: Sendable, Hashable {
    /// The project serves this version now.
    case latestVersion(Int64)
    /// Realtime is switched off for the project; clients are not to come back.
    case featureDisabled
    /// Clients are not to open another stream before this many seconds are over.
    case retryInterval(seconds: Int)

    /// The object, as the service writes it.
    var json: JSONValue {
        switch self {
        case .latestVersion(let version): ["latestTemplateVersionNumber": .string(String(version))]
        case .featureDisabled: ["featureDisabled": true]
        case .retryInterval(let seconds): ["retryIntervalSeconds": .number(String(seconds))]
        }
    }
}
