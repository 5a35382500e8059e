import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// The source of a value.
    public enum Source: String, Sendable, Hashable {
        /// The service.
        case remote
        /// The app or a library, with its defaults.
        case `default`
        /// No source; the value is empty.
        case `static`
    }

    /// The value of a parameter, and its source. An empty text from the service is a value, too.
    ///
    /// The service always sends a text, which the properties convert to other types. If the text cannot be converted,
    /// the property is empty: false, 0 or nil. `decoded(as:)` gives the reason.
    public struct Value: Sendable, Hashable {
        /// The text.
        public let stringValue: String
        /// The source.
        public let source: Source
        /// The texts that are read as true.
        public let booleanRule: BooleanRule

        /// Creates a value.
        public init(stringValue: String, source: Source, booleanRule: BooleanRule = .shared) {
            self.stringValue = stringValue
            self.source = source
            self.booleanRule = booleanRule
        }
    }
}

extension RemoteConfig.Value {
    /// Whether the text is one of those that are read as true.
    public var boolValue: Bool { booleanRule.value(of: stringValue) }

    /// The decimal number in the text; 0 if it is not one.
    public var doubleValue: Double { NumberText.double(stringValue) ?? 0 }

    /// The whole number in the text; 0 if it is not one.
    public var intValue: Int { NumberText.integer(stringValue) ?? 0 }

    /// The text in UTF-8.
    public var dataValue: Data { Data(stringValue.utf8) }

    /// The text as JSON; nil if it is not JSON.
    public var jsonValue: JSONValue? { try? JSONValue(parsing: stringValue) }
}

/// The texts that are read as true. The official clients for the different platforms disagree, and one template serves
/// them all.
public enum BooleanRule: Sendable, Hashable {
    /// `1`, `true`, `t`, `yes`, `y` and `on`, in any case and without blanks around them, as in the clients for
    /// Android, the web and servers.
    case shared
    /// The rule of `NSString.boolValue`, which the official client on Apple's systems uses: after blanks, a sign and
    /// zeros, one of the letters `YyTt` or a digit from 1 to 9. So `on` is false, and `2` and `truthy` are true.
    case apple

    /// Returns the boolean for a text; false if the text is not one.
    public func value(of text: String) -> Bool {
        switch self {
        case .shared: BooleanText.value(of: text) ?? false
        case .apple: BooleanText.foundationValue(of: text)
        }
    }
}
