import Foundation

/// A value of a property list, as the text that the service would send for it.
package struct PropertyListValue: Decodable {
    package let json: JSONValue

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Booleans first: no other value can be decoded as a boolean, and a boolean cannot be decoded as another type.
        if let value = try? container.decode(Bool.self) {
            json = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            json = .number(String(value))
        } else if let value = try? container.decode(Double.self), value.isFinite {
            json = .number(NumberText.text(of: value))
        } else if let value = try? container.decode(String.self) {
            json = .string(value)
        } else if let value = try? container.decode(Date.self) {
            json = .string(RFC3339.wallClock(value, in: .current))
        } else if let value = try? container.decode(Data.self) {
            guard let text = String(data: value, encoding: .utf8) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "data that is not text")
            }
            json = .string(text)
        } else if let values = try? container.decode([PropertyListValue].self) {
            json = .array(values.map(\.json))
        } else {
            let values = try container.decode([String: PropertyListValue].self)
            json = .object(JSONObject(sorting: values.mapValues(\.json)))
        }
    }
}
