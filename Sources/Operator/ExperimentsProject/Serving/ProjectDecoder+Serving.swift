import ExperimentsCore
import ExperimentsYAML
import Foundation

/// Reads `serve:`.
extension ProjectDecoder {
    private static var servingFields: [String] {
        [
            "port", "host", "public_url", "token", "tls_certificate", "tls_key", "allow_origin", "sources",
            "undeclared",
            "production_overrides", "with_dashboard", "max_stale",
        ]
    }

    /// - Parameters:
    ///   - sources: the names of the project's sources.
    ///   - folder: the folder of the project file.
    mutating func readServing(_ node: YAMLNode, sources: [String], in folder: String) -> ProjectServing? {
        if node.isNull { return ProjectServing() }
        enter("serve")
        defer { leave() }
        guard let record = record(node, fields: Self.servingFields, expected: "fields such as port: 4180")
        else {
            return nil
        }
        var serving = ProjectServing()
        serving.port = record["port"].flatMap { readPort($0) }
        serving.token = record["token"].flatMap { secret($0, at: "token") }
        if let node = record["host"] { serving.host = readHost(node, hasToken: record["token"] != nil) }
        serving.publicURL = record["public_url"].flatMap { url($0, at: "public_url") }?.withoutLastSlash
        serving.certificate = record["tls_certificate"].flatMap {
            self.path($0, at: "tls_certificate", in: folder)
        }
        serving.key = record["tls_key"].flatMap { self.path($0, at: "tls_key", in: folder) }
        if record["tls_certificate"] == nil, record["tls_key"] != nil {
            missing("tls_certificate", of: record, " for `tls_key`")
        }
        if record["tls_key"] == nil, record["tls_certificate"] != nil {
            missing("tls_key", of: record, " for `tls_certificate`")
        }
        if let node = record["allow_origin"] { serving.allowedOrigins = readOrigins(node) }
        if let node = record["sources"] { serving.sources = readSources(node, among: sources) }
        serving.servesUndeclared = truth("undeclared", of: record) ?? false
        serving.allowsProductionOverrides = truth("production_overrides", of: record) ?? false
        serving.oldestStale = record["max_stale"].flatMap { duration($0, at: "max_stale", least: .zero) }
        serving.startsWithDashboard = truth("with_dashboard", of: record) ?? true
        return serving
    }

    private mutating func readPort(_ node: YAMLNode) -> UInt16? {
        if let port = node.text.flatMap({ UInt16($0) }) { return port }
        return self.expected("a port from 1 to 65535, or 0 for any that is free", at: "port", found: node)
    }

    private mutating func readHost(_ node: YAMLNode, hasToken: Bool) -> String? {
        let words = "an address such as 127.0.0.1, 0.0.0.0 or ::1"
        guard let text = line(node, at: "host", expected: words) else { return nil }
        guard text == "localhost" || Self.isAddress(text) else {
            return self.expected(words, at: "host", found: node)
        }
        guard hasToken || text.namesThisMachine || text.hasPrefix("127.") else {
            return refuse(
                "is reachable from the network, so `token` is required: write token: ${VARIABLE}, or remove `host`",
                at: "host", node)
        }
        return text
    }

    private static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    private mutating func readOrigins(_ node: YAMLNode) -> [String] {
        (node.items ?? [node]).compactMap { item in
            let words = "an origin such as https://shop.example, without a path, or * for all"
            guard let text = line(item, at: "allow_origin", expected: words) else { return nil }
            if text == "*" || Self.isOrigin(text) { return text }
            return self.expected(words, at: "allow_origin", found: item)
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), url.scheme != nil, let host = url.host else { return false }
        return !host.isEmpty && url.path.isEmpty && url.query == nil && url.fragment == nil && url.user == nil
    }

    private mutating func readSources(_ node: YAMLNode, among sources: [String]) -> [String] {
        (node.items ?? [node]).compactMap { item in
            guard let name = line(item, at: "sources", expected: "names of sources") else { return nil }
            if sources.contains(name) { return name }
            note(DocumentWords.unknown("source", name, among: sources), at: item, .member("sources"))
            return nil
        }
    }
}

extension URL {
    /// Creates the address of a server from what a person wrote; nil unless it is http or https and has a host, but no
    /// user name, query or fragment.
    package init?(serverAddress text: String) {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
            url.host()?.isEmpty == false,
            url.user() == nil, url.query() == nil, url.fragment() == nil
        else { return nil }
        self = url
    }

    /// The URL without a slash at the end of its path, so that paths can be added to it.
    package var withoutLastSlash: URL {
        var text = absoluteString[...]
        while text.hasScalarSuffix("/") { text = text.dropLast() }
        return URL(string: String(text)) ?? self
    }
}
