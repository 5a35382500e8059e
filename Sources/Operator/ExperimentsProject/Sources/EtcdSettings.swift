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
    /// The path of a file with the authorities to trust instead of the system's; nil for the system's.
    public var authorities: String?
    /// The path of the client certificate; nil for none.
    public var certificate: String?
    /// The path of the private key; nil if there is no certificate.
    public var key: String?

    /// A user of the cluster.
    public struct Login: Sendable, Hashable {
        /// The name of the user.
        public var user: String
        /// The user's password, which the project file can take from the environment.
        public var password: Secret

        /// Creates a user.
        public init(user: String, password: Secret) {
            (self.user, self.password) = (user, password)
        }
    }

    /// Creates settings.
    public init(
        endpoints: [URL], project: String, environment: String, login: Login? = nil, authorities: String? = nil,
        certificate: String? = nil, key: String? = nil
    ) {
        (self.endpoints, self.project, self.environment, self.login) = (endpoints, project, environment, login)
        (self.authorities, self.certificate, self.key) = (authorities, certificate, key)
    }
}

/// The settings of a source of kind `etcd`.
public struct EtcdSourceSettings: Sendable, Hashable {
    /// The cluster, and the place of the project in it.
    public var cluster: EtcdSettings
    /// Whether all values are in one JSON or YAML document, rather than each under a key of its own.
    public var isDocument: Bool
    /// Whether long-running programs follow changes.
    public var realtime: Bool

    /// Creates settings.
    public init(cluster: EtcdSettings, isDocument: Bool = false, realtime: Bool = true) {
        (self.cluster, self.isDocument, self.realtime) = (cluster, isDocument, realtime)
    }
}
