/// The certificates with which a transport checks servers and identifies itself: PEM files, read for each new
/// connection.
public struct TransportSecurity: Sendable, Hashable {
    /// The path of a file with the authorities to trust instead of the system's; nil for the system's.
    public var authorities: String?
    /// The path of the client certificate, for servers that ask for one; nil for none.
    public var certificate: String?
    /// The path of the certificate's private key, without a password; nil if the certificate's file contains it.
    public var key: String?

    /// Creates settings.
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
        (self.authorities, self.certificate, self.key) = (authorities, certificate, key)
    }
}

#if canImport(Darwin)
extension TransportSecurity {
    /// Checks that no file is given, on systems whose own TLS library accepts none.
    ///
    /// - Throws: `TransportError.insecure`.
    func requireNoFiles(for request: TransportRequest) throws {
        guard self != TransportSecurity() else { return }
        throw TransportError.insecure(
            host: request.url.hostAndPort,
            reason: "files of authorities and certificates are for Linux; put them into the keychain of this system")
    }
}
#endif
