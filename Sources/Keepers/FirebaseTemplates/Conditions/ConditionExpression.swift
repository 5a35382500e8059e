import ExperimentsSupport

/// The expression of a client template's condition: parts joined by `&&`, all of which must be met.
///
/// The language has no "or", no "not", and no brackets around parts.
public struct ConditionExpression: Sendable, Hashable, CustomStringConvertible {
    /// The parts, in the order written; at least one.
    public let atoms: [ConditionAtom]

    /// Reads an expression as templates write it, for example `device.os == 'ios'`.
    ///
    /// - Throws: `ExpressionProblem` with the place if the text is not valid.
    public init(parsing text: String) throws(ExpressionProblem) {
        var parser = ExpressionParser(text)
        atoms = try parser.expression()
    }

    /// Creates an expression from these parts; `true` if there are none.
    public init(_ atoms: [ConditionAtom]) {
        self.atoms = atoms.isEmpty ? [.constant(true)] : atoms
    }

    /// The expression with one space where spaces are needed.
    public var description: String { atoms.map(\.description).joined(separator: " && ") }

    /// The elements that it uses, in the order written, without `percent`.
    public var elements: [ConditionElement] {
        atoms.compactMap { if case .element(let element, _) = $0 { element } else { nil } }
    }
}

/// A part of an expression. All parts must be met.
public enum ConditionAtom: Sendable, Hashable {
    /// The word `true` or `false`, which is met always or never.
    case constant(Bool)
    /// `app.version.>=(['2.0'])`: an element of the app instance, and the test for it.
    case element(ConditionElement, ConditionTest)
    /// `percent('seed') <= 20`: a share of all installations, in percent.
    case percent(seed: String?, PercentRange)

    /// A share of all installations in percent, with numbers as they were written.
    public enum PercentRange: Sendable, Hashable {
        /// From 0 to this bound, which is included.
        case atMost(String)
        /// From this bound, which is excluded, to 100.
        case above(String)
        /// Between two bounds, of which the first is excluded and the second is included.
        case between(String, String)
    }
}

/// Writes the parts of an expression.
enum ExpressionText {
    static func quoted(_ text: String) -> String {
        "'" + text.replacing(scalar: "'", with: "\\'") + "'"
    }

    static func list(_ texts: [String]) -> String {
        "[" + texts.map(quoted).joined(separator: ", ") + "]"
    }

    static func text(of date: ConditionDate) -> String {
        let zone = date.zone.map { ", " + quoted($0) } ?? ""
        return (date.hasWord ? "dateTime" : "") + "(\(quoted(date.text))\(zone))"
    }
}

extension ConditionAtom: CustomStringConvertible {
    /// The part as an expression writes it.
    public var description: String {
        switch self {
        case .constant(let value): return value ? "true" : "false"
        case .percent(let seed, let range):
            let word = "percent" + (seed.map { "(\(ExpressionText.quoted($0)))" } ?? "")
            switch range {
            case .atMost(let bound): return "\(word) <= \(bound)"
            case .above(let bound): return "\(word) > \(bound)"
            case .between(let lower, let upper): return "\(word) between \(lower) and \(upper)"
            }
        case .element(let element, let test):
            let name = element.name
            switch test {
            case .version(let comparison, let text):
                return "\(name).\(comparison.rawValue)(\(ExpressionText.list([text])))"
            case .text(let method, let texts):
                return "\(name).\(method.rawValue)(\(ExpressionText.list(texts)))"
            case .membership(let method, let texts):
                return "\(name).\(method.rawValue)(\(ExpressionText.list(texts)))"
            case .isOneOf(let texts): return "\(name) in \(ExpressionText.list(texts))"
            case .isSame(let text, let isNegative):
                return "\(name) \(isNegative ? "!=" : "==") \(ExpressionText.quoted(text))"
            case .number(let comparison, let number): return "\(name) \(comparison.rawValue) \(number)"
            case .date(let comparison, let date):
                return "\(name) \(comparison.rawValue) \(ExpressionText.text(of: date))"
            case .wrappedVersion(let comparison, let text):
                return "version(\(name)) \(comparison.rawValue) \(ExpressionText.quoted(text))"
            }
        }
    }
}

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

    /// The elements without a key.
    static let plain: [ConditionElement] = [
        .appVersion, .appBuild, .appID, .audiences, .importedSegments, .firstOpenTimestamp, .installationID,
        .operatingSystemAndVersion, .browserAndVersion, .country, .language, .operatingSystem, .dateTime,
    ]

    /// The alternative names of some elements.
    static let synonyms: [String: ConditionElement] = [
        "firebaseInstallationId": .installationID, "firstOpenTimestamp": .firstOpenTimestamp,
    ]

    /// Returns the element with this name, if it needs no key.
    static func plain(named name: String) -> ConditionElement? {
        plain.first { $0.word == name } ?? synonyms[name]
    }
}
