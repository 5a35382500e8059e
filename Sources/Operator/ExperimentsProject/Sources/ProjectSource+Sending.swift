import Foundation

extension ProjectSource {
    /// What a project file sends from the environment to an address of its own choice.
    public struct Sending: Sendable, Hashable {
        /// The variables whose values are sent.
        public let variables: [String]
        /// The hosts that get them.
        public let hosts: [String]
    }

    /// What it sends to addresses that the project file names; nil for nothing. What goes to Google's own servers, or stays
    /// on this machine, is not counted.
    public var sending: Sending? {
        let secret: Secret?
        var hosts: [String?]
        switch location {
        case .firebase(let settings):
            guard case .fields(_, _, let apiKey) = settings.identity else { return nil }
            (secret, hosts) = (apiKey, [settings.baseURL?.host, settings.installationsURL?.host])
        case .emulator(let settings): (secret, hosts) = (settings.apiKey, [settings.url.host])
        case .activeConfig(let settings): (secret, hosts) = (settings.token, [Self.host(ofTemplate: settings.url)])
        case .firebaseTemplate(let settings):
            guard case .service(_, _, let token, let url) = settings.origin else { return nil }
            (secret, hosts) = (token, [url?.host])
        case .file, .variants: return nil
        }
        hosts = hosts.filter { $0.map { !Self.isTrusted($0) } ?? false }
        guard let variable = secret?.variable, !hosts.isEmpty else { return nil }
        return Sending(variables: [variable], hosts: Set(hosts.compactMap(\.self)).sorted())
    }

    /// The host of a URL with `{user}` in it.
    private static func host(ofTemplate text: String) -> String? {
        URL(string: text.replacingOccurrences(of: "{user}", with: "0"))?.host ?? text
    }

    private static func isTrusted(_ host: String) -> Bool {
        let host = host.lowercased()
        return ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host) || host.hasSuffix(".googleapis.com")
    }
}
