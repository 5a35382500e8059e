/// An element of the app instance that a condition of a client template uses.
public enum ConditionElement: Sendable, Hashable {
    /// `app.version`: the version that users see, for example `1.2.3`.
    case appVersion
    /// `app.build`: the build number.
    case appBuild
    /// `app.id`: the ID that Firebase gives to the app, for example `1:123456789012:ios:0a1b2c3d`.
    case appID
    /// `app.audiences`: the user's audiences in Google Analytics.
    case audiences
    /// `app.importedSegments`: the segments that were imported for the user.
    case importedSegments
    /// `app.firstOpenTimestamp`: the time at which the app was first opened.
    case firstOpenTimestamp
    /// `app.firebaseInstallationId`: the ID of the app's installation.
    case installationID
    /// `app.operatingSystemAndVersion`: the operating system with its version, for web apps.
    case operatingSystemAndVersion
    /// `app.browserAndVersion`: the browser with its version, for web apps.
    case browserAndVersion
    /// `device.country`: the country or region, as a code such as `GB`.
    case country
    /// `device.language`: the language, with or without a region, for example `en` or `en-GB`.
    case language
    /// `device.os`: the operating system, for example `ios`.
    case operatingSystem
    /// `dateTime`: the time of the fetch.
    case dateTime
    /// `app.userProperty[…]`: the user property of this name in Google Analytics.
    case userProperty(String)
    /// `app.customSignal[…]`: the custom signal of this name, which the app sets.
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
