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
