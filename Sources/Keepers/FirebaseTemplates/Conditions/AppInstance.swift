import ExperimentsCore
import Foundation

/// The properties of an installation of an app, as the conditions of client templates use them.
public struct AppInstance: Sendable, Hashable {
    /// The app's ID in Firebase, for example `1:1234567890:ios:321abc456def7890`.
    public var appID: String?
    /// The version that users see, for example `2.1.0`.
    public var appVersion: String?
    /// The build: `CFBundleVersion`, or `versionCode`.
    public var appBuild: String?
    /// `ios`, `android` or `web`.
    public var operatingSystem: String?
    /// The country as two letters.
    public var country: String?
    /// The language as a tag, for example `en-GB`.
    public var language: String?
    /// The ID that determines percentages: the Firebase installation ID.
    public var installationID: String?
    /// When the app was first opened.
    public var firstOpenedAt: Date?
    /// The audiences of Google Analytics that include it; nil if they are not known.
    public var audiences: [String]?
    /// The imported segments that include it; nil if they are not known.
    public var importedSegments: [String]?
    /// The operating system and its version, of web apps: `macOS 15`.
    public var operatingSystemAndVersion: String?
    /// The browser and its version, of web apps: `Safari 18`.
    public var browserAndVersion: String?
    /// User properties of Google Analytics, by name.
    public var userProperties: [String: String] = [:]
    /// Custom signals, by name. Numbers are sent as text.
    public var customSignals: [String: String] = [:]
    /// The time of the request.
    public var now: Date

    /// Creates an installation without known properties.
    ///
    /// - Parameter now: the time of the request.
    public init(now: Date) {
        self.now = now
    }
}

extension AppInstance {
    /// The names under which an installation's ID may be given. If there are several, one is used.
    static let installationNames = [
        "app.firebaseInstallationId", "firebaseInstallationId", "randomizationId",
    ]

    /// Creates the installation that a persona describes. Its fields have the names that expressions use, for example
    /// `device.country` or `app.customSignal['tier']`. Unknown fields are ignored.
    ///
    /// - Parameters:
    ///   - persona: the persona.
    ///   - now: the time of the request, unless the persona's `dateTime` gives another.
    public init(_ persona: SourcePersona, now: Date) {
        self.init(now: now)
        for (name, value) in persona.fields { set(name, to: value) }
    }

    private mutating func set(_ name: String, to value: JSONValue) {
        guard value != .null else { return }
        let text = value.valueText
        switch name {
        case "app.id": appID = text
        case "app.version": appVersion = text
        case "app.build": appBuild = text
        case "device.os": operatingSystem = text
        case "device.country": country = text
        case "device.language": language = text
        case _ where Self.installationNames.contains(name): installationID = text
        case "app.firstOpenTimestamp", "firstOpenTimestamp": firstOpenedAt = text.flatMap(Self.date)
        case "app.audiences": audiences = Self.list(value)
        case "app.importedSegments": importedSegments = Self.list(value)
        case "app.operatingSystemAndVersion": operatingSystemAndVersion = text
        case "app.browserAndVersion": browserAndVersion = text
        case "dateTime": now = text.flatMap(Self.date) ?? now
        case "app.userProperty", "userProperties": userProperties.merge(Self.texts(value)) { $1 }
        case "app.customSignal", "customSignals": customSignals.merge(Self.texts(value)) { $1 }
        default: setKeyed(name, to: text)
        }
    }

    /// Sets `app.userProperty['plan']` or `app.customSignal['tier']`.
    private mutating func setKeyed(_ name: String, to text: String?) {
        // The same syntax as in a condition.
        guard let (word, _) = name.cut(atFirst: "[") else { return }
        var parser = ExpressionParser(name)
        parser.position = word.unicodeScalars.count
        guard let key = try? parser.key(), parser.next == nil else { return }
        switch word {
        case "app.userProperty": userProperties[key] = text
        case "app.customSignal": customSignals[key] = text
        default: break
        }
    }

    private static func list(_ value: JSONValue) -> [String]? {
        if let elements = value.array { return elements.compactMap(\.valueText) }
        return value.string?.split(scalar: ",").map { ByteText.trimmed(String($0)) }
    }

    private static func texts(_ value: JSONValue) -> [String: String] {
        var texts: [String: String] = [:]
        for member in value.object?.members ?? [] { texts[member.name] = member.value.valueText }
        return texts
    }

    /// Reads a time with a zone, or in GMT if it has none.
    private static func date(_ text: String) -> Date? {
        RFC3339.date(from: text) ?? RFC3339.date(from: text + "Z") ?? RFC3339.date(from: text + "T00:00:00Z")
    }
}
