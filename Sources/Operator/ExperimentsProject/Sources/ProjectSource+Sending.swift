import Foundation

extension EtcdSettings {
    /// The password, which is sent to addresses in the project file; nil if there is none.
    public var sending: ProjectSource.Sending? {
        let hosts = Set(endpoints.compactMap(\.host).filter { !ThisMachine.isNamed(by: $0) })
        guard let variable = login?.password.variable, !hosts.isEmpty else { return nil }
        return ProjectSource.Sending(variables: [variable], hosts: hosts.sorted())
    }
}

extension ProjectSource {
    /// The values of environment variables that a project file sends to addresses in it.
    public struct Sending: Sendable, Hashable {
        /// The variables whose values are sent.
        public let variables: [String]
        /// The hosts to which they are sent.
        public let hosts: [String]
    }

    /// The values that are sent to addresses in the project file; nil if there are none. Google's own servers, and
    /// addresses on this machine, do not count.
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
        // The decryption key is not sent.
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
        ThisMachine.isNamed(by: host) || host.lowercased().hasSuffix(".googleapis.com")
    }
}

/// The names by which addresses call the machine that they are used on.
enum ThisMachine {
    /// Returns whether a host is this machine.
    static func isNamed(by host: String) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
    }
}
