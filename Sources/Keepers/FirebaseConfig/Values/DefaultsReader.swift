import ExperimentsCore
import Foundation

/// Reads an app's defaults from a document with one object or dictionary.
///
/// Every value becomes the text that the service would send for it: a boolean becomes `true` or `false`, a number its
/// digits, a list or an object its JSON, and a date `2026-03-01 09:30:00` in local time. A key with `null` has no
/// default.
struct DefaultsReader {
    /// The values as JSON, by key.
    let values: [String: JSONValue]

    /// The values as the service would send them.
    var texts: [String: String] { values.compactMapValues(\.valueText) }

    /// Reads a JSON document.
    init(json bytes: [UInt8]) throws(DefaultsProblem) {
        let value = try JSONValue(parsing: bytes) { DefaultsProblem("not JSON: \($0)") }
        guard let object = value.object else {
            throw DefaultsProblem(DocumentWords.expected("an object of keys and values", found: value.found))
        }
        values = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// Reads a property list, in any of its forms.
    init(propertyList bytes: [UInt8]) throws(DefaultsProblem) {
        let values: [String: PropertyListValue]
        do {
            values = try PropertyListDecoder().decode([String: PropertyListValue].self, from: Data(bytes))
        } catch {
            throw DefaultsProblem("not a property list of keys and values: \(ValueDecodingError(error))")
        }
        self.values = values.mapValues(\.json)
    }
}

/// The reason why values cannot be used as an app's defaults. The earlier defaults stay.
public struct DefaultsProblem: Error, Sendable, Hashable, OperatorError {
    /// The file; nil if the values do not come from a file.
    public let path: String?
    /// The parameter; nil if the values as a whole are wrong.
    public let key: String?
    /// The problem, and what was expected.
    public let reason: String

    init(_ reason: String, key: String? = nil, path: String? = nil) {
        self.reason = reason
        self.key = key
        self.path = path
    }
}

extension DefaultsProblem: CustomStringConvertible, LocalizedError {
    /// `defaults.json: color: …`, with the parts that are known.
    public var description: String {
        [path, key.map { ServerText.presentable($0) }, reason].compactMap { $0 }.joined(separator: ": ")
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
