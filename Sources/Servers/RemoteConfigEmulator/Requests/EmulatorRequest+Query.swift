import ExperimentsCore
import Foundation

extension EmulatorRequest {
    /// The query item called `name` in `camelCase` or `snake_case`; nil where it is absent or empty.
    func queryText(_ name: String) -> String? {
        let text = query[name] ?? query[RequestFields.snakeCase(name)]
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A whole number of the query.
    func queryNumber(_ name: String) throws(EmulatorError) -> Int64? {
        guard let text = queryText(name) else { return nil }
        guard let number = Int64(text) else {
            throw .invalidArgument("Invalid value at '\(name)' (TYPE_INT64): \(Quotation.of(text))")
        }
        return number
    }

    /// A time of the query, in RFC 3339.
    func queryTime(_ name: String) throws(EmulatorError) -> Date? {
        guard let text = queryText(name) else { return nil }
        guard let time = RFC3339.date(from: text) else {
            throw .invalidArgument("Invalid value at '\(name)' (Timestamp): \(Quotation.of(text))")
        }
        return time
    }

    /// A truth of the query; false where it is absent.
    func queryFlag(_ name: String) throws(EmulatorError) -> Bool {
        switch queryText(name)?.lowercased() {
        case nil, "false", "0": return false
        case "true", "1": return true
        case .some(let text):
            throw .invalidArgument("Invalid value at '\(name)' (TYPE_BOOL): \(Quotation.of(text))")
        }
    }
}
