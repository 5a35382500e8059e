import ExperimentsServerTLS
import ExperimentsSupport
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsHTTPServing

@Suite(
    "A server over TLS", .fewAtATime,
    .enabled(if: ThrowawayCertificate.isPossible, "there is no /usr/bin/openssl here"),
    .timeLimit(.minutes(60)))
struct CertificateTests {
    private func running(
        _ certificate: ServerCertificate, _ body: (URL) async throws -> Void
    ) async throws {
        let server = HTTPServer(FixedResponder(), certificate: certificate)
        let url = try await server.start()
        do {
            try await body(url)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// What a client gets that trusts this certificate alone.
    private func get(_ url: URL, trusting authorities: String) async throws -> String {
        let transport = SystemTransport(security: TransportSecurity(authorities: authorities))
        let response = try await transport.send(
            TransportRequest(.get, url.appending(path: "hello"), timeout: .seconds(10)))
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test("answers clients that trust its certificate, and has an address with https")
    func answers() async throws {
        let made = try ThrowawayCertificate()
        let certificate = try ServerCertificate(certificate: made.certificate, key: made.key)
        #expect(certificate.end > Date())
        try await running(certificate) { url in
            let body = try await get(url, trusting: made.certificate)
            #expect(body == "/hello")
            #expect(url.scheme == "https")
        }
    }

    @Test("asks a client of plain HTTP to use https")
    func plain() async throws {
        let made = try ThrowawayCertificate()
        try await running(ServerCertificate(certificate: made.certificate, key: made.key)) { url in
            let client = try await RawConnection(port: UInt16(try #require(url.port)))
            try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = try await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(answer.contains("https://"))
        }
    }

    @Test("uses a certificate that replaces the one before, without a new start")
    func renewal() async throws {
        let (made, next) = (try ThrowawayCertificate(), try ThrowawayCertificate())
        try await running(ServerCertificate(certificate: made.certificate, key: made.key)) { url in
            _ = try await get(url, trusting: made.certificate)
            try next.replace(made)
            #expect(try await get(url, trusting: next.certificate) == "/hello")
        }
    }

    @Test("continues with the certificate before while the files do not belong together, and says so")
    func halfReplaced() async throws {
        let (made, next) = (try ThrowawayCertificate(), try ThrowawayCertificate())
        let old = made.folder.path("old.pem")
        try FileManager.default.copyItem(atPath: made.certificate, toPath: old)
        let certificate = try ServerCertificate(certificate: made.certificate, key: made.key)
        try await running(certificate) { url in
            try next.replace(made, alsoKey: false)
            #expect(try await get(url, trusting: old) == "/hello")
            #expect(certificate.problem?.message.contains("does not belong to the certificate") == true)
            try next.replace(made)
            #expect(try await get(url, trusting: next.certificate) == "/hello")
            #expect(certificate.problem == nil)
        }
    }

    @Test("is refused with the file that is wrong")
    func wrongFiles() throws {
        func problem(_ certificate: String, _ key: String) -> FileProblem? {
            do throws(FileProblem) {
                _ = try ServerCertificate(certificate: certificate, key: key)
                return nil
            } catch {
                return error
            }
        }
        let (made, other) = (try ThrowawayCertificate(), try ThrowawayCertificate())
        #expect(problem(made.folder.path("none.pem"), made.key)?.isMissing == true)
        #expect(problem(made.key, made.key)?.message.contains("BEGIN CERTIFICATE") == true)
        #expect(problem(made.certificate, made.certificate)?.message.contains("BEGIN PRIVATE KEY") == true)
        #expect(problem(made.certificate, other.key)?.message.contains("does not belong") == true)
        #expect(problem(made.certificate, made.key) == nil)
    }
}

/// A certificate for 127.0.0.1 that nobody else has, which `openssl` makes.
struct ThrowawayCertificate {
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    let folder: TemporaryFolder
    var certificate: String { folder.path("cert.pem") }
    var key: String { folder.path("key.pem") }

    init() throws {
        folder = try TemporaryFolder()
        let making = try ChildProcess(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", folder.path("key.pem"), "-out", folder.path("cert.pem"), "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            ],
            environment: ["PATH": "/usr/bin:/bin"], in: folder.path)
        guard making.wait() == 0 else { throw CocoaError(.executableLoad) }
    }

    /// Puts it in the place of another one.
    func replace(_ other: ThrowawayCertificate, alsoKey: Bool = true) throws {
        for (from, to) in [(certificate, other.certificate)] + (alsoKey ? [(key, other.key)] : []) {
            try Data(contentsOf: URL(fileURLWithPath: from)).write(
                to: URL(fileURLWithPath: to), options: .atomic)
        }
    }
}
