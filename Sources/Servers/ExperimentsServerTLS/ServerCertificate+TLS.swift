import ExperimentsHTTPServing
import ExperimentsSupport
import Foundation
import NIOSSL

extension ServerCertificate {
    /// Reads a certificate, followed by those of the authorities between it and the root, and its private key, which
    /// has no password. Both are PEM files.
    ///
    /// - Throws: `FileProblem` if a file cannot be read, or the key is not that of the certificate.
    public convenience init(certificate: String, key: String) throws(FileProblem) {
        try self.init(certificate: certificate, key: key, reading: Self.read)
    }

    private static func read(_ certificate: String, _ key: String) throws(FileProblem) -> ServerTLS {
        let chainBytes = try FileBytes.read(certificate)
        let keyBytes = try FileBytes.read(key)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(chainBytes), let leaf = chain.first else {
            throw FileProblem(
                path: certificate,
                message: "expected a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----")
        }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
            throw FileProblem(
                path: key,
                message:
                    "expected a private key in PEM, without a password, which begins with -----BEGIN PRIVATE KEY-----"
            )
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw FileProblem(
                path: key, message: "the key does not belong to the certificate in \(certificate)")
        }
        let end = Date(timeIntervalSince1970: TimeInterval(leaf.notValidAfter))
        return ServerTLS(until: end) { NIOSSLServerHandler(context: context) }
    }
}
