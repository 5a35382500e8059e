import Foundation

/// The fields of a body in the form of HTML forms, `a=1&b=two+words`.
struct FormFields {
    private var values: [String: String] = [:]

    /// Reads a body; pairs that are not UTF-8 are left out.
    init(_ body: [UInt8]) {
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.dropFirst().first ?? "") else {
                continue
            }
            values[name] = value
        }
    }

    /// The value called `name`; of several, the last.
    subscript(name: String) -> String? { values[name] }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
