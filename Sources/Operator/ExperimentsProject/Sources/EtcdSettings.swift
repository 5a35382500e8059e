import ExperimentsCore
import ExperimentsYAML
import Foundation

/// The address of an etcd cluster, and the part of it that belongs to a project.
public struct EtcdSettings: Sendable, Hashable {
    /// The addresses of the members, for example `http://127.0.0.1:2379`; at least one.
    public var endpoints: [URL]
    /// The name of the project: the part before the `/` in `shop/production`.
    public var project: String
    /// The name of the environment: the part after the `/`.
    public var environment: String
    /// The user to sign in as; nil for none.
    public var login: Login?
    /// The certificates of the connections; nil for the authorities of the system.
    public var tls: TLSFiles?

    /// A user of the cluster.
    public struct Login: Sendable, Hashable {
        /// The name of the user.
        public var user: String
        /// The user's password, which the project file can take from the environment.
        public var password: Secret

        /// Creates a user.
        public init(user: String, password: Secret) {
            self.user = user
            self.password = password
        }
    }

    /// Creates settings.
    public init(
        endpoints: [URL], project: String, environment: String, login: Login? = nil, tls: TLSFiles? = nil
    ) {
        self.endpoints = endpoints
        self.project = project
        self.environment = environment
        self.login = login
        self.tls = tls
    }

    /// The password, which is sent to addresses in the project file; nil if there is none.
    public var sending: ProjectSource.Sending? {
        let hosts = Set(endpoints.compactMap(\.host).filter { !$0.namesThisMachine })
        guard let variable = login?.password.variable, !hosts.isEmpty else { return nil }
        return ProjectSource.Sending(variables: [variable], hosts: hosts.sorted())
    }
}

/// Reads the settings for reaching an etcd cluster, in any section of a project file. The decoder must be at the
/// record.
extension ProjectDecoder {
    static var etcdFields: [String] { ["endpoints", "prefix", "user", "password", "tls"] + TLSFiles.fields }

    mutating func readEtcd(_ record: DocumentRecord<YAMLNode>, in folder: String) -> EtcdSettings? {
        let endpoints = readEndpoints(record)
        let place = readPrefix(record)
        let login = readLogin(record)
        let tls = readTLS(record, in: folder)
        for name in ["tls"] + TLSFiles.fields
        where record[name] != nil && endpoints.contains(where: Self.isClear) {
            refuse("needs `endpoints` that begin with https://", at: name, record[name])
        }
        guard !endpoints.isEmpty, let place else { return nil }
        return EtcdSettings(
            endpoints: endpoints, project: place.project, environment: place.environment, login: login,
            tls: tls)
    }

    /// Reads the fields of `tls`, which may also be next to the others, as in earlier versions.
    private mutating func readTLS(_ record: DocumentRecord<YAMLNode>, in folder: String) -> TLSFiles? {
        guard let name = TLSFiles.fields.first(where: { record[$0] != nil }) else {
            return TLSFiles.read(of: record, in: folder, &self)
        }
        if record["tls"] != nil { refuse("belongs in `tls`, which is also set", at: name, record[name]) }
        return TLSFiles(record, in: folder, &self)
    }

    private static func isClear(_ url: URL) -> Bool { url.scheme != "https" }

    /// Reads one address, or a list of them.
    private mutating func readEndpoints(_ record: DocumentRecord<YAMLNode>) -> [URL] {
        guard let node = record["endpoints"] else {
            missing(
                "endpoints", of: record,
                ": set it to the addresses of the cluster, such as http://127.0.0.1:2379")
            return []
        }
        guard let items = node.items else { return readEndpoint(node, at: "endpoints").map { [$0] } ?? [] }
        guard !items.isEmpty else {
            self.expected("at least one address", at: "endpoints", found: node)
            return []
        }
        enter("endpoints")
        defer { leave() }
        var endpoints: [URL] = []
        for (index, item) in items.enumerated() {
            enter(index)
            defer { leave() }
            guard let url = readEndpoint(item, at: nil) else { continue }
            if endpoints.contains(url) {
                note("\(url.absoluteString) is already listed; remove it", at: item)
            } else {
                endpoints.append(url)
            }
        }
        return endpoints
    }

    /// Reads an address. It is never quoted if it may contain a password.
    private mutating func readEndpoint(_ node: YAMLNode, at name: String?) -> URL? {
        let expected = "an address such as http://127.0.0.1:2379"
        guard let text = line(node, at: name, expected: expected) else { return nil }
        guard !text.contains(scalar: "@") else {
            return refuse(
                "must not contain a user name or password; use `user` and `password`", at: name, node)
        }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https",
            url.host?.isEmpty == false,
            url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil
        else { return self.expected(expected, at: name, found: node) }
        return url
    }

    private mutating func readPrefix(_ record: DocumentRecord<YAMLNode>) -> (
        project: String, environment: String
    )? {
        let expected = "a project and an environment such as shop/production"
        guard let node = record["prefix"] else { return missing("prefix", of: record, ": \(expected)") }
        guard let text = line(node, at: "prefix", expected: expected) else { return nil }
        let parts = text.split(scalar: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            return self.expected(expected, at: "prefix", found: node)
        }
        return (parts[0], parts[1])
    }

    private mutating func readLogin(_ record: DocumentRecord<YAMLNode>) -> EtcdSettings.Login? {
        let user = line("user", of: record)
        let password = record["password"].flatMap { secret($0, at: "password") }
        if record["user"] == nil, record["password"] != nil { missing("user", of: record, " for `password`") }
        if record["password"] == nil, record["user"] != nil { missing("password", of: record, " for `user`") }
        guard let user, let password else { return nil }
        return EtcdSettings.Login(user: user, password: password)
    }
}
