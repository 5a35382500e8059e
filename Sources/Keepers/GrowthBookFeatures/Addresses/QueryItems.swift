import ExperimentsCore
import ExperimentsSupport
import Foundation

/// The parameters of a query, read and written as forms of the web are.
struct QueryItems: Sendable {
    private(set) var items: [(name: String, value: String)]

    /// - Parameter query: with or without its `?`.
    init(_ query: String) {
        let text = query.hasScalarPrefix("?") ? query.dropFirst() : query[...]
        items = text.split(scalar: "&").map { item in
            let parts = item.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first value of a name.
    subscript(name: String) -> String? {
        items.first { JavaScriptText.isSame($0.name, name) }?.value
    }

    mutating func append(_ name: String, _ value: String) {
        items.append((name, value))
    }

    /// The query without `?`.
    var text: String {
        items.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
    }

    private static func decoded(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
            {
                result.append(value)
                place += 3
            } else {
                result.append(bytes[place] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func encoded(_ text: String) -> String {
        text.percentEncoded { $0.isASCIILetterOrDigit || " *-._".utf8.contains($0) }.replacing(scalar: " ", with: "+")
    }
}

extension WebAddress {
    /// Returns the address to which a user is redirected, with those parameters of the current one that it does not
    /// have itself.
    static func merging(queryOf current: String, into target: String) -> String {
        guard let old = WebAddress(current, base: nil), let new = WebAddress(target, base: nil) else { return target }
        var items = QueryItems(new.query)
        var isChanged = false
        for (name, value) in QueryItems(old.query).items where items[name] == nil {
            items.append(name, value)
            isChanged = true
        }
        guard isChanged else { return new.text }
        return "\(new.origin)\(new.path)?\(items.text)\(new.fragment)"
    }
}
