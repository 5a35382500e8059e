import Foundation

extension EtcdSettings {
    /// What it sends to addresses that the project file names: the password; nil for nothing.
    public var sending: ProjectSource.Sending? {
        let hosts = Set(endpoints.compactMap(\.host).filter { !ProjectWebHook.isThisMachine($0) })
        guard let variable = login?.password.variable, !hosts.isEmpty else { return nil }
        return ProjectSource.Sending(variables: [variable], hosts: hosts.sorted())
    }
}

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
        let secrets: [Secret?]
        var hosts: [String?]
        switch location {
        case .firebase(let settings):
            guard case .fields(_, _, let apiKey) = settings.identity else { return nil }
            (secrets, hosts) = ([apiKey], [settings.baseURL?.host, settings.installationsURL?.host])
        case .emulator(let settings): (secrets, hosts) = ([settings.apiKey], [settings.url.host])
        case .activeConfig(let settings): (secrets, hosts) = ([settings.token], [Self.host(ofTemplate: settings.url)])
        case .ofrep(let settings):
            (secrets, hosts) = ([settings.token] + settings.headers.values.map(Optional.some), [settings.url.host])
        case .etcd(let settings):
            (secrets, hosts) = ([settings.cluster.login?.password], settings.cluster.endpoints.map(\.host))
        // The key that decrypts is not sent.
        case .growthBook: return nil
        case .firebaseTemplate(let settings):
            guard case .service(_, _, let token, let url) = settings.origin else { return nil }
            (secrets, hosts) = ([token], [url?.host])
        case .file, .variants: return nil
        }
        hosts = hosts.filter { $0.map { !Self.isTrusted($0) } ?? false }
        let variables = Set(secrets.compactMap { $0?.variable })
        guard !variables.isEmpty, !hosts.isEmpty else { return nil }
        return Sending(variables: variables.sorted(), hosts: Set(hosts.compactMap(\.self)).sorted())
    }

    /// The host of a URL with `{user}` in it.
    private static func host(ofTemplate text: String) -> String? {
        URL(string: text.replacingOccurrences(of: "{user}", with: "0"))?.host ?? text
    }

    private static func isTrusted(_ host: String) -> Bool {
        ProjectWebHook.isThisMachine(host) || host.lowercased().hasSuffix(".googleapis.com")
    }
}
