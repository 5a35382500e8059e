import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// Who supplied a value.
    public enum Source: String, Sendable, Hashable {
        /// The service.
        case remote
        /// The app, with `setDefaults`.
        case `default`
        /// Nobody; the value is empty.
        case `static`
    }

    /// The value of a parameter and who supplied it. An empty text from the service is a value of its own.
    ///
    /// What the service sends is always a text; the views of other types read it. A view that cannot is empty: false, 0,
    /// nil. `decoded(as:)` says why.
    public struct Value: Sendable, Hashable {
        /// The text.
        public let stringValue: String
        /// Who supplied it.
        public let source: Source
        /// Which texts are true.
        public let booleanRule: BooleanRule

        /// A value.
        public init(stringValue: String, source: Source, booleanRule: BooleanRule = .shared) {
            self.stringValue = stringValue
            self.source = source
            self.booleanRule = booleanRule
        }
    }
}

extension RemoteConfig.Value {
    /// Whether the text is one of those that are true.
    public var boolValue: Bool { booleanRule.value(of: stringValue) }

    /// The number that the text spells in decimal, or 0.
    public var doubleValue: Double { NumberText.double(stringValue) ?? 0 }

    /// The whole number that the text spells, or 0.
    public var intValue: Int { NumberText.integer(stringValue) ?? 0 }

    /// The text in UTF-8.
    public var dataValue: Data { Data(stringValue.utf8) }

    /// The JSON that the text is, or nil.
    public var jsonValue: JSONValue? { try? JSONValue(parsing: stringValue) }
}

/// Which texts are true. The platforms' official clients disagree, and a template serves them all.
public enum BooleanRule: Sendable, Hashable {
    /// `1`, `true`, `t`, `yes`, `y` and `on` in any case and without blanks around, as for the clients of Android, the web
    /// and the servers.
    case shared
    /// As `NSString.boolValue`, which the official client on Apple's systems uses: after blanks, a sign and zeros, a
    /// letter of `YyTt` or a digit from 1 to 9. So `on` is false, and `2` and `truthy` are true.
    case apple

    /// The truth of a text; what spells none is false.
    public func value(of text: String) -> Bool {
        switch self {
        case .shared: BooleanText.value(of: text) ?? false
        case .apple: BooleanText.foundationValue(of: text)
        }
    }
}
