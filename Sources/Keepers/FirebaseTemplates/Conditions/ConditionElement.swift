/// An element of the app instance that a condition of a client template uses.
public enum ConditionElement: Sendable, Hashable {
    case appVersion, appBuild, appID, audiences, importedSegments, firstOpenTimestamp, installationID
    case operatingSystemAndVersion, browserAndVersion
    case country, language, operatingSystem
    case dateTime
    case userProperty(String)
    case customSignal(String)

    /// The name as expressions write it, for example `app.version` or `app.userProperty['plan']`.
    public var name: String {
        switch self {
        case .userProperty(let key), .customSignal(let key): "\(word)[\(ExpressionText.quoted(key))]"
        default: word
        }
    }

    /// The name without a key.
    var word: String {
        switch self {
        case .appVersion: "app.version"
        case .appBuild: "app.build"
        case .appID: "app.id"
        case .audiences: "app.audiences"
        case .importedSegments: "app.importedSegments"
        case .firstOpenTimestamp: "app.firstOpenTimestamp"
        case .installationID: "app.firebaseInstallationId"
        case .operatingSystemAndVersion: "app.operatingSystemAndVersion"
        case .browserAndVersion: "app.browserAndVersion"
        case .country: "device.country"
        case .language: "device.language"
        case .operatingSystem: "device.os"
        case .dateTime: "dateTime"
        case .userProperty: "app.userProperty"
        case .customSignal: "app.customSignal"
        }
    }

    /// Those that need no key.
    static let plain: [ConditionElement] = [
        .appVersion, .appBuild, .appID, .audiences, .importedSegments, .firstOpenTimestamp, .installationID,
        .operatingSystemAndVersion, .browserAndVersion, .country, .language, .operatingSystem, .dateTime,
    ]

    /// The other names by which some are written too.
    static let synonyms: [String: ConditionElement] = [
        "firebaseInstallationId": .installationID, "firstOpenTimestamp": .firstOpenTimestamp,
    ]

    /// The element of this name, if it needs no key.
    static func plain(named name: String) -> ConditionElement? {
        plain.first { $0.word == name } ?? synonyms[name]
    }
}
