import ExperimentsCore
import Foundation

/// The fields of a body: a form, `a=1&b=two+words`, a form in parts (`multipart/form-data`), or an object of JSON.
struct FormFields {
    private var values: [String: String] = [:]

    /// Reads a body; fields that cannot be read are left out.
    init(_ body: [UInt8], contentType: String?) {
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("multipart/form-data"), let boundary = Self.boundary(contentType ?? "") {
            readParts(String(decoding: body, as: UTF8.self), boundary)
        } else if let object = (try? JSONValue(parsing: body))?.object {
            for member in object.members { values[member.name] = member.value.valueText }
        } else {
            readPairs(String(decoding: body, as: UTF8.self))
        }
    }

    /// The value called `name`; of several, the last.
    subscript(name: String) -> String? { values[name] }

    private mutating func readPairs(_ text: String) {
        for pair in text.components(separatedBy: "&") {
            let end = pair.utf8.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = Self.decoded(pair[..<end]),
                let value = Self.decoded(pair[end...].dropFirst(end == pair.endIndex ? 0 : 1))
            else { continue }
            values[name] = value
        }
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }

    private mutating func readParts(_ text: String, _ boundary: String) {
        for part in text.components(separatedBy: "--" + boundary) {
            guard let end = part.range(of: "\r\n\r\n"), let name = Self.fieldName(part[..<end.lowerBound]) else {
                continue
            }
            let value = part[end.upperBound...]
            values[name] = value.hasSuffix("\r\n") ? String(value.dropLast()) : String(value)
        }
    }

    /// The name in `Content-Disposition: form-data; name="grant_type"`.
    private static func fieldName(_ head: Substring) -> String? {
        guard let start = head.range(of: "name=\""), let end = head[start.upperBound...].range(of: "\"") else {
            return nil
        }
        return String(head[start.upperBound..<end.lowerBound])
    }

    private static func boundary(_ contentType: String) -> String? {
        guard let start = contentType.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let text = contentType[start.upperBound...].prefix { $0 != ";" }
        let boundary = text.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        return boundary.isEmpty ? nil : boundary
    }
}
