import ArgumentParser
import ExperimentsHTTPServing
import ExperimentsSupport
import Foundation

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
            throw ValidationError("--tls-certificate and --tls-key must be used together")
        }
    }

    /// Returns the certificate from the options; nil if none is named.
    ///
    /// - Throws: `FileProblem` if it cannot be used.
    func certificate() throws(FileProblem) -> ServerCertificate? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return try ServedCertificate.read(tlsCertificate, tlsKey)
    }
}

extension ServerCertificate {
    /// Returns a warning about the certificate for the start of a server; nil if there is none.
    func warning(at now: Date) -> String? {
        guard end < now else { return nil }
        return
            "the certificate in \(certificate) expired at \(RFC3339.text(of: end)); clients refuse it until it is renewed"
    }
}

extension ListeningHost {
    /// The minimum length of a token. A token of this length takes longer to guess than a test runs.
    private static let enough = 12

    /// Checks the token of a server that listens here.
    ///
    /// - Throws: `CommandProblem` if the server is reachable from other machines and has no token, or one that is easy
    ///   to guess.
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
