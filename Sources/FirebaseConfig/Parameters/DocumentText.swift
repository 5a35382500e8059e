import ExperimentsCore
import Foundation

/// The text of a parameter that is a JSON document.
struct DocumentText {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The value that the document describes.
    ///
    /// - Parameter expected: what it should be, in words for an error.
    /// - Throws: `IncorrectValue` with the place in the text that is not JSON, or the path of the member at fault.
    func decoded<Value: Decodable>(expecting expected: String) throws(IncorrectValue) -> Value {
        do {
            _ = try JSONValue(parsing: text)
        } catch {
            throw IncorrectValue(
                expected: expected, found: text, reason: "not JSON: \(error.message)", offset: error.offset)
        }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw IncorrectValue(expected: expected, found: text, reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath)) has no \(Quotation.of(key.stringValue))"
        case DecodingError.typeMismatch(let type, let context):
            "\(place(context.codingPath)) is not of type \(type)"
        case DecodingError.valueNotFound(let type, let context):
            "\(place(context.codingPath)) is null, not of type \(type)"
        case DecodingError.dataCorrupted(let context):
            "\(place(context.codingPath)) \(context.debugDescription)"
        default: "\(error)"
        }
    }

    /// `button.color.red`, `items[2].title`, or words for the document itself.
    private static func place(_ path: [any CodingKey]) -> String {
        var place = ""
        for key in path {
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return place.isEmpty ? "the document" : place
    }
}
