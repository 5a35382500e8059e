import ExperimentsCore
import Foundation

/// Reads an app's defaults from a document: one object or dictionary of key and value.
///
/// Every value becomes the text that the service would send for it: a boolean `true` or `false`, a number its digits, a
/// list or an object its JSON, a date `2026-03-01 09:30:00` by the clock on the wall. A key with `null` has no default.
struct DefaultsDocument {
    let texts: [String: String]

    /// A document of JSON.
    init(json bytes: [UInt8]) throws(DefaultsProblem) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw DefaultsProblem("not JSON: \(error)")
        }
        guard let object = value.object else {
            throw DefaultsProblem("expected an object of key and value, found \(value.kindName)")
        }
        texts = Dictionary(
            object.members.compactMap { member in member.value.valueText.map { (member.name, $0) } },
            uniquingKeysWith: { $1 })
    }

    /// A property list, in any of its forms.
    init(propertyList bytes: [UInt8]) throws(DefaultsProblem) {
        let values: [String: PropertyListValue]
        do {
            values = try PropertyListDecoder().decode([String: PropertyListValue].self, from: Data(bytes))
        } catch {
            throw DefaultsProblem("not a property list of key and value: \(ValueDecodingError(error))")
        }
        texts = values.compactMapValues(\.json.valueText)
    }
}
