import ExperimentsCore
import Foundation

protocol DocumentValue {
    /// The value as JSON.
    var json: JSONValue { get }
}

/// A document, declared by its members in order: `["name": name, "version": version]`. A member that is nil is left
/// out; `orNull` writes it as null.
struct Document: DocumentValue, ExpressibleByDictionaryLiteral {
    private let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    init(dictionaryLiteral members: (String, (any DocumentValue)?)...) {
        object = JSONObject(
            distinct: members.compactMap { name, value in value.map { .init(name: name, value: $0.json) } })
    }

    /// Creates a document from members. If two have the same name, the later one wins.
    init(_ members: some Sequence<(String, any DocumentValue)>) {
        object = JSONObject(setting: members.map { .init(name: $0, value: $1.json) })
    }

    var json: JSONValue { .object(object) }

    /// Returns the members of one document, then those of another.
    static func + (first: Document, second: Document) -> Document {
        Document(JSONObject(setting: first.object.members + second.object.members))
    }

    /// Returns the members of a document, then those of an object.
    static func + (first: Document, second: JSONObject) -> Document { first + Document(second) }

    /// Returns the members of an object, then those of a document.
    static func + (first: JSONObject, second: Document) -> Document { Document(first) + second }
}

extension JSONObject: DocumentValue {
    var json: JSONValue { .object(self) }
}

extension Optional where Wrapped: DocumentValue {
    /// The value, or null.
    var orNull: JSONValue { self?.json ?? .null }
}

extension JSONValue: DocumentValue {
    var json: JSONValue { self }
}

extension String: DocumentValue {
    var json: JSONValue { .string(self) }
}

extension Bool: DocumentValue {
    var json: JSONValue { .bool(self) }
}

extension DocumentValue where Self: BinaryInteger {
    var json: JSONValue { .number(String(self)) }
}

extension Int: DocumentValue {}
extension Int64: DocumentValue {}
extension UInt64: DocumentValue {}

extension Double: DocumentValue {
    /// JSON has no infinite numbers.
    var json: JSONValue { isFinite ? .number(NumberText.text(of: self)) : .null }
}

extension Array: DocumentValue where Element: DocumentValue {
    var json: JSONValue { .array(map(\.json)) }
}

extension Date: DocumentValue {
    /// The time to the second.
    var json: JSONValue { .string(RFC3339.text(of: self)) }

    /// The time to the millisecond.
    var precise: JSONValue { .string(RFC3339.text(of: self, milliseconds: true)) }
}
