import Foundation

/// How to reach an etcd cluster, and which part of it belongs to a project.
public struct EtcdSettings: Sendable, Hashable {
    /// Where members listen, such as `http://127.0.0.1:2379`; at least one.
    public var endpoints: [URL]
    /// Whose part it is: what comes before the `/` of `shop/production`.
    public var project: String
    /// What the part is for: what comes behind it.
    public var environment: String
    /// Who signs in; nil for nobody.
    public var login: Login?
    /// The path of the file of the authorities to trust in place of the system's; nil for the system's.
    public var authorities: String?
    /// The path of the certificate to show; nil for none.
    public var certificate: String?
    /// The path of its private key; nil where there is no certificate.
    public var key: String?

    /// A user of the cluster.
    public struct Login: Sendable, Hashable {
        /// The user's name.
        public var user: String
        /// The password.
        public var password: Secret

        /// A user.
        public init(user: String, password: Secret) {
            (self.user, self.password) = (user, password)
        }
    }

    /// Settings.
    public init(
        endpoints: [URL], project: String, environment: String, login: Login? = nil, authorities: String? = nil,
        certificate: String? = nil, key: String? = nil
    ) {
        (self.endpoints, self.project, self.environment, self.login) = (endpoints, project, environment, login)
        (self.authorities, self.certificate, self.key) = (authorities, certificate, key)
    }
}

/// Where the values of a source of kind `etcd` are.
public struct EtcdSourceSettings: Sendable, Hashable {
    /// The cluster.
    public var cluster: EtcdSettings
    /// Whether all values are in one JSON or YAML document, and not each under a key of its own.
    public var isDocument: Bool
    /// Whether a program that stays is to be told of changes.
    public var realtime: Bool

    /// Settings.
    public init(cluster: EtcdSettings, isDocument: Bool = false, realtime: Bool = true) {
        (self.cluster, self.isDocument, self.realtime) = (cluster, isDocument, realtime)
    }
}
