import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsServerTLS
import Foundation
import TestSupport
import Testing

/// Certificates that `openssl` makes, of an authority of their own: `server`, `expired`, `elsewhere`, which is of another
/// host, and `stranger`, which nobody vouches for.
enum CertificateFolder {
    /// Whether `openssl` is here.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    /// Makes them in the folder `pki` of a workplace.
    static func make(in workplace: Workplace) async throws {
        let made = try await workplace.shell(
            """
            set -e; mkdir pki; cd pki
            k="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            openssl req -x509 $k -keyout authority.key -out ca.pem -days 2 -subj /CN=authority
            openssl req -x509 $k -keyout stranger.key -out stranger.pem -days 2 -subj /CN=stranger \
                -addext subjectAltName=IP:127.0.0.1
            sign() {
                printf "subjectAltName=$2\\n" >$1.ext
                openssl req $k -keyout $1.key -out $1.csr -subj /O=$1
                openssl x509 -req -in $1.csr -CA ca.pem -CAkey authority.key -CAcreateserial $3 -extfile $1.ext -out $1.pem
            }
            sign server IP:127.0.0.1 "-days 2"
            sign elsewhere DNS:shop.example "-days 2"
            sign expired IP:127.0.0.1 "-days -1"
            """)
        try #require(made.status == 0, "\(made)")
    }
}

/// A server that is reached over TLS through a proxy for each fault, and fails as the fault says.
final class SecureOutages: Sendable {
    private let workplace: Workplace
    private let responder: any HTTPResponder
    private let proxies: [OutageFault: LossyProxy]
    private let server: HTTPServer
    private let failing = Recorder<HTTPServer>()

    /// - Returns: nil if no fault is one of TLS.
    init?(_ faults: [OutageFault], _ responder: any HTTPResponder, in workplace: Workplace) async throws {
        let faults = Set(faults.filter(\.isOfTLS))
        guard !faults.isEmpty else { return nil }
        try await CertificateFolder.make(in: workplace)
        (self.workplace, self.responder) = (workplace, responder)
        server = try Self.server(responder, "server", in: workplace)
        let port = UInt16(try await server.start().port ?? 0)
        var proxies: [OutageFault: LossyProxy] = [:]
        for fault in faults { proxies[fault] = try LossyProxy(to: port) }
        self.proxies = proxies
    }

    private static func server(
        _ responder: any HTTPResponder, _ name: String, in workplace: Workplace
    ) throws -> HTTPServer {
        let path = workplace.folder.path("pki/\(name)")
        return HTTPServer(
            responder, certificate: try ServerCertificate(certificate: path + ".pem", key: path + ".key"))
    }

    /// Where the server with a fault is reached; nil for one that is not reached over TLS.
    func url(of fault: OutageFault) -> String? { proxies[fault].map { "https://127.0.0.1:\($0.port)" } }

    /// Fails from now on.
    func fail() async throws {
        for (fault, proxy) in proxies {
            // Whoever connects says hello first.
            guard fault != .cut else {
                proxy.set(.droppingFrom(""))
                continue
            }
            let other =
                fault == .plain
                ? HTTPServer(responder) : try Self.server(responder, fault.rawValue, in: workplace)
            failing.record(other)
            proxy.point(to: UInt16(try await other.start().port ?? 0))
        }
    }

    func stop() async {
        for server in [server] + failing.elements { await server.stop() }
    }
}
