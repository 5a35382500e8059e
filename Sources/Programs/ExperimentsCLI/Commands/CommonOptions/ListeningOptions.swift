import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import ExperimentsSupport
import Foundation
import HTTPServing

/// The options of programs that serve over TLS.
struct CertificateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Certificate for https (PEM), followed by those of its authorities; reloaded when it changes",
            valueName: "file"),
        completion: .file(extensions: ["pem", "crt", "cer"]))
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("Private key of --tls-certificate (PEM, without a password)", valueName: "file"),
        completion: .file(extensions: ["pem", "key"]))
    var tlsKey: String?

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key need each other")
        }
    }

    /// The certificate that the options name; nil if they name none.
    ///
    /// - Throws: `FileProblem` if it cannot be used.
    func certificate() throws(FileProblem) -> ServerCertificate? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return try ServerCertificate(certificate: tlsCertificate, key: tlsKey)
    }
}

extension ServerCertificate {
    /// A warning about the certificate when a server starts; nil for none.
    func warning(at now: Date) -> String? {
        guard end < now else { return nil }
        return
            "the certificate in \(certificate) expired at \(RFC3339.text(of: end)); clients refuse it until it is renewed"
    }
}

extension ListeningHost {
    /// Guessing a token of this many characters takes longer than a test runs.
    private static let enough = 12

    /// Checks the token of a server that listens here.
    ///
    /// - Throws: `CommandProblem` if other machines reach the server and it requires no token, or one that they can guess.
    func check(token: String?) throws(CommandProblem) {
        guard !isLoopback else { return }
        guard let token else {
            throw CommandProblem(
                "--host \(text) is reachable from the network, so --token is required",
                advice: "Add --token \"$(openssl rand -hex 16)\", or remove --host.")
        }
        guard token.utf8.count < Self.enough else { return }
        throw CommandProblem(
            "--host \(text) is reachable from the network, where others can guess a token of fewer than "
                + "\(Self.enough) characters",
            advice: "Use --token \"$(openssl rand -hex 16)\", or remove --host.")
    }
}
