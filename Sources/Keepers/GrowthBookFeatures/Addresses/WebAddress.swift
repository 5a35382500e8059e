import ExperimentsCore
import Foundation

/// A web address in the parts that rules compare, split as in browsers. The host of relative addresses is `_`.
struct WebAddress: Sendable {
    let scheme: String
    /// The host with its port, unless that is the default; in lower case.
    let host: String
    let path: String
    /// With the `?`; empty if there is none.
    let query: String
    /// With the `#`; empty if there is none.
    let fragment: String

    private static let ports = ["http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"]

    /// - Parameter base: the host of an address that has none; nil if only a whole address counts.
    init?(_ text: String, base: String? = "_") {
        let trimmed = text.unicodeScalars.drop { $0.value <= 0x20 }
        var rest = Substring(trimmed)
        while let last = rest.unicodeScalars.last, last.value <= 0x20 { rest.unicodeScalars.removeLast() }
        rest.unicodeScalars.removeAll { ["\t", "\n", "\r"].contains($0) }
        let scheme = Self.scheme(rest)
        if let scheme { rest = Substring(rest.unicodeScalars.dropFirst(scheme.unicodeScalars.count + 1)) }
        guard scheme != nil || base != nil else { return nil }
        self.scheme = scheme?.lowercased() ?? "https"
        let isSpecial = Self.ports[self.scheme] != nil
        let hash = rest.unicodeScalars.firstIndex(of: "#") ?? rest.endIndex
        fragment =
            rest[hash...].utf8.count > 1
            ? rest[hash...].percentEncoded(keeping: Self.fragmentSafe.contains) : ""
        rest = rest[..<hash]
        let mark = rest.unicodeScalars.firstIndex(of: "?") ?? rest.endIndex
        query =
            rest[mark...].utf8.count > 1 ? rest[mark...].percentEncoded(keeping: Self.querySafe.contains) : ""
        var place = String(rest[..<mark])
        if isSpecial { place = place.replacing(scalar: "\\", with: "/") }
        if scheme != nil, isSpecial {
            place = "//" + Substring(place.unicodeScalars.drop { $0 == "/" })
        }
        if place.hasScalarPrefix("//") {
            let authority = place.unicodeScalars.dropFirst(2).prefix { $0 != "/" }
            guard let host = Self.host(String(authority), self.scheme) else { return nil }
            self.host = host
            path = Self.normalized(String(place[authority.endIndex...]), isSpecial)
        } else if scheme == nil, let base {
            host = base
            path = Self.normalized(place.hasScalarPrefix("/") ? place : "/" + place, true)
        } else {
            host = ""
            path = place
        }
    }

    /// Scheme and host.
    var origin: String { Self.ports[scheme] == nil ? "null" : "\(scheme)://\(host)" }

    /// The whole address.
    var text: String {
        "\(scheme):\(host.isEmpty && Self.ports[scheme] == nil ? "" : "//\(host)")\(path)\(query)\(fragment)"
    }

    /// The part after the origin.
    var afterOrigin: String { path + query + fragment }

    private static func scheme(_ text: Substring) -> String? {
        guard text.unicodeScalars.first?.isASCIILetter == true,
            let colon = text.unicodeScalars.firstIndex(of: ":")
        else {
            return nil
        }
        let name = text[..<colon]
        let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isName ? String(name) : nil
    }

    private static func host(_ authority: String, _ scheme: String) -> String? {
        let named = authority.split(scalar: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let parts = named.split(scalar: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty, !name.contains(where: { " <>^|%".contains($0) }) else {
            return nil
        }
        let host = (name.removingPercentEncoding ?? String(name)).lowercased()
        guard parts.count > 1, !parts[1].isEmpty else { return host }
        guard let port = UInt16(parts[1]) else { return nil }
        return ports[scheme] == String(port) ? host : "\(host):\(port)"
    }

    private static let fragmentSafe = safe(without: " \"<>`")
    private static let querySafe = safe(without: " \"<>#'")
    private static let pathSafe = safe(without: " \"#<>?`{}^")

    private static func safe(without characters: String) -> Set<UInt8> {
        Set(UInt8(0x21)...0x7e).subtracting(characters.utf8)
    }

    /// Returns the path without `.` and `..`.
    private static func normalized(_ path: String, _ isSpecial: Bool) -> String {
        guard !path.isEmpty else { return isSpecial ? "/" : "" }
        var result: [String] = []
        let parts = path.dropFirst().split(scalar: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let name = part.lowercased().replacing("%2e", with: ".")
            let isLast = index == parts.count - 1
            switch name {
            case ".": if isLast { result.append("") }
            case "..":
                if !result.isEmpty { result.removeLast() }
                if isLast { result.append("") }
            default: result.append(part.percentEncoded(keeping: pathSafe.contains))
            }
        }
        return "/" + result.joined(separator: "/")
    }
}

/// A variation that the query of an address sets.
extension WebAddress {
    /// Returns the variation of an experiment that the address names; nil if it names none, or one that does not exist.
    ///
    /// Names and values are not decoded, and if several pairs have the experiment's key, only the first counts.
    static func forcedVariation(of key: String, in url: String, count: Int) -> Int? {
        guard !url.isEmpty else { return nil }
        let parts = url.split(scalar: "?", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        for pair in (parts[1].cut(atFirst: "#")?.before ?? parts[1]).split(
            scalar: "&", omittingEmptySubsequences: false)
        {
            let sides = pair.split(scalar: "=", omittingEmptySubsequences: false)
            guard JavaScriptText.isSame(sides.first.map(String.init) ?? "", key) else { continue }
            guard sides.count > 1, let value = JavaScriptNumber.leadingInteger(of: sides[1]), value >= 0,
                value < Double(count)
            else { return nil }
            return Int(value)
        }
        return nil
    }
}
