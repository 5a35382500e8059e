import ExperimentsCore
import Foundation

/// Which addresses an experiment runs at, or not.
struct URLTarget: Sendable {
    private enum Pattern: Sendable {
        case simple(WebAddress?)
        case expression(JavaScriptPattern)
        case unknown
    }

    let text: String
    let isIncluding: Bool
    private let pattern: Pattern

    init(_ object: JSONObject) {
        text = object["pattern"]?.string ?? ""
        isIncluding = object["include"] != .bool(false)
        switch object["type"]?.string {
        case "simple": pattern = .simple(Self.address(of: text))
        case "regex": pattern = .expression(JavaScriptPattern(text, ignoresCase: false))
        default: pattern = .unknown
        }
    }

    /// The reason why no address matches; nil if one may.
    var problem: String? {
        switch pattern {
        case .unknown: "its type is neither simple nor regex"
        case .expression(let expression): expression.problem.map { "\($0)" }
        case .simple(let address): address == nil ? "it is not an address" : nil
        }
    }

    /// Returns whether an address is targeted: no excluding rule matches, and an including rule matches or there is
    /// none.
    static func isTargeted(_ url: String, _ targets: [URLTarget]) -> Bool {
        guard !targets.isEmpty, let address = WebAddress(url) else { return false }
        guard !targets.contains(where: { !$0.isIncluding && $0.matches(address) }) else { return false }
        let including = targets.filter(\.isIncluding)
        return including.isEmpty || including.contains { $0.matches(address) }
    }

    private func matches(_ address: WebAddress) -> Bool {
        switch pattern {
        case .unknown: return false
        case .expression(let expression):
            return expression.isFound(in: address.text) == true
                || expression.isFound(in: address.afterOrigin) == true
        case .simple(let expected):
            guard let expected else { return false }
            let query = QueryItems(address.query)
            return URLTarget.isAlike(address.host, expected.host)
                && URLTarget.isAlikePath(address.path, expected.path)
                && (expected.fragment.isEmpty || URLTarget.isAlike(address.fragment, expected.fragment))
                && QueryItems(expected.query).items.allSatisfy {
                    URLTarget.isAlike(query[$0.name] ?? "", $0.value)
                }
        }
    }

    /// Returns a pattern as an address, with characters that are allowed in a host in place of its wildcards.
    private static func address(of pattern: String) -> WebAddress? {
        let beginning = pattern.prefix { !":/?".contains($0) }
        let isHost = beginning.contains(scalar: ".")
        let text = (isHost ? "https://" : "") + pattern
        return WebAddress(text.replacing(scalar: "*", with: URLTarget.wildcard), base: URLTarget.wildcard)
    }
}

/// Strings with wildcards.
extension URLTarget {
    /// The placeholder for any text.
    static let wildcard = "_____"

    /// Returns whether a string matches a pattern, ignoring case.
    static func isAlike(_ text: String, _ pattern: String) -> Bool {
        let text = Array(JavaScriptText.lowercased(text).utf8)
        let parts = JavaScriptText.lowercased(pattern).split(
            separator: wildcard, omittingEmptySubsequences: false
        )
        .map { Array($0.utf8) }
        guard parts.count > 1, let first = parts.first, let last = parts.last else {
            return text == parts.first ?? []
        }
        guard text.starts(with: first), text.count >= first.count + last.count,
            text.suffix(last.count) == last[...]
        else { return false }
        var rest = text[first.count..<(text.count - last.count)]
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// Does the same for paths, ignoring slashes at both ends.
    static func isAlikePath(_ path: String, _ pattern: String) -> Bool {
        var inner = pattern[...]
        if inner.hasScalarPrefix("/") { inner = inner.dropFirst() }
        if inner.hasScalarSuffix("/") { inner = inner.dropLast() }
        let begun = path.hasScalarPrefix("/") ? [path[...], path.dropFirst()] : [path[...]]
        let ended = begun.flatMap { $0.hasScalarSuffix("/") ? [$0, $0.dropLast()] : [$0] }
        return ended.contains { isAlike(String($0), String(inner)) }
    }
}

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
                let value = UInt8(
                    String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
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
        text.percentEncoded { $0.isASCIILetterOrDigit || " *-._".utf8.contains($0) }.replacing(
            scalar: " ", with: "+")
    }
}

extension WebAddress {
    /// Returns the address of a redirect, with those query parameters of the current address that it does not have
    /// itself.
    static func merging(queryOf current: String, into target: String) -> String {
        guard let old = WebAddress(current, base: nil), let new = WebAddress(target, base: nil) else {
            return target
        }
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
