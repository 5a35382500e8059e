/// Which servers a transport trusts, and how it shows a server who it is: files in PEM, read at each new connection.
public struct TransportSecurity: Sendable, Hashable {
    /// The file of the authorities to trust in place of the system's; nil for the system's.
    public var authorities: String?
    /// The file of the certificate to show to servers that ask for one; nil for none.
    public var certificate: String?
    /// The file of the certificate's private key, without a password; nil where it is in the certificate's file.
    public var key: String?

    /// Creates settings.
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
        (self.authorities, self.certificate, self.key) = (authorities, certificate, key)
    }

    /// Makes sure that no file is given, where the system's own library of secure connections takes none.
    ///
    /// - Throws: `TransportError.insecure`.
    func requireNoFiles(for request: TransportRequest) throws {
        guard self != TransportSecurity() else { return }
        throw TransportError.insecure(
            host: request.url.hostAndPort,
            reason: "files of authorities and certificates are for Linux; put them into the keychain of this system")
    }
}
