import ExperimentsCore
import Foundation

/// A value of a property list, as the text that the service would send for it.
struct PropertyListValue: Decodable {
    let json: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Booleans first: nothing else decodes as one, and one decodes as nothing else.
        if let value = try? container.decode(Bool.self) {
            json = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            json = .number(String(value))
        } else if let value = try? container.decode(Double.self), value.isFinite {
            json = .number(NumberText.text(of: value))
        } else if let value = try? container.decode(String.self) {
            json = .string(value)
        } else if let value = try? container.decode(Date.self) {
            json = .string(RemoteConfig.DefaultValue.date(value).text())
        } else if let value = try? container.decode(Data.self) {
            guard let text = String(data: value, encoding: .utf8) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "data that is no text")
            }
            json = .string(text)
        } else if let values = try? container.decode([PropertyListValue].self) {
            json = .array(values.map(\.json))
        } else {
            let values = try container.decode([String: PropertyListValue].self)
            json = .object(
                JSONObject(
                    distinct: values.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value.json) }))
        }
    }
}
