import ExperimentsCore
import Foundation

/// Reads the fields of one object of a stored document, with errors that name the field.
struct StoredFields {
    let object: JSONObject
    private let name: String

    init(_ value: JSONValue, _ name: String) throws(MessageError) {
        guard let object = value.object else { throw MessageError("\(name) is not an object") }
        self.object = object
        self.name = name
    }

    func problem(_ field: String, _ expected: String) -> MessageError {
        MessageError("\"\(field)\" of \(name) must be \(expected)")
    }

    func text(_ field: String) throws(MessageError) -> String {
        guard let text = object[field]?.string else { throw problem(field, "a string") }
        return text
    }

    func optionalText(_ field: String) throws(MessageError) -> String? {
        object[field] == nil ? nil : try text(field)
    }

    /// Reads text for a header, in which a line break would begin another header.
    func headerText(_ field: String) throws(MessageError) -> String {
        let text = try text(field)
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw problem(field, "text of printable ASCII characters")
        }
        return text
    }

    func number(_ field: String) throws(MessageError) -> Int64 {
        guard let number = object[field]?.int64 else { throw problem(field, "a whole number") }
        return number
    }

    func date(_ field: String) throws(MessageError) -> Date {
        guard let date = object[field]?.string.flatMap(RFC3339.date) else { throw problem(field, "a time") }
        return date
    }

    func members(_ field: String) throws(MessageError) -> [JSONObject.Member] {
        guard let members = object[field]?.object?.members else { throw problem(field, "an object") }
        return members
    }

    func objects(_ field: String) throws(MessageError) -> [JSONObject] {
        guard let array = object[field]?.array else { throw problem(field, "an array") }
        return array.compactMap(\.object)
    }

    /// Returns the result of `read` for the object called `field`, or nil if there is none.
    func ifPresent<Value>(
        _ field: String, _ read: (StoredFields) throws(MessageError) -> Value
    ) throws(MessageError) -> Value? {
        guard let value = object[field] else { return nil }
        return try read(StoredFields(value, "\"\(field)\""))
    }
}
