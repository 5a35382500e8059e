import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// The source of a value.
    public enum Source: String, Sendable, Hashable {
        /// The service, with the values that are in use.
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
        /// The value as text, as the service sends it or the app declares it.
        public let stringValue: String
        /// Where the value comes from: the service, the defaults, or nowhere.
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
