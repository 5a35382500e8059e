import Foundation

/// What the first line of a request names.
struct RequestTarget: Equatable {
    /// The path, percent-encoded, without the query.
    let path: String
    let query: [String: String]
    /// The host of a target that is a whole URL, as proxies get it; it counts more than `Host`.
    let authority: String?

    init(_ text: String) throws(RequestRefusal) {
        var target = text[...]
        var authority: String?
        if !target.hasPrefix("/") {
            guard let mark = target.firstRange(of: "://"),
                ["http", "https"].contains(target[..<mark.lowerBound].lowercased())
            else { throw .malformed("The target must be a path.") }
            let rest = target[mark.upperBound...]
            let host = rest.prefix { $0 != "/" && $0 != "?" }
            authority = String(host)
            target = rest[host.endIndex...]
            if !target.hasPrefix("/") { target = "/" + target }
        }
        self.authority = authority
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        for item in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair[0].removingPercentEncoding,
                let value = (pair.dropFirst().first ?? "").removingPercentEncoding
            else { throw .malformed("The query must be text in UTF-8, percent-encoded.") }
            query[name] = value
        }
        path = String(parts[0])
        self.query = query
    }
}
