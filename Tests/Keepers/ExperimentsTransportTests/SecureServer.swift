#if os(Linux)
import ExperimentsCore
import Foundation
import TestSupport

/// A server of HTTPS with an authority of its own, which it makes with `openssl`, that answers every GET with a page.
final class SecureServer: Sendable {
    /// Whether `openssl` is here.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
    static let absence = "there is no /usr/bin/openssl here"

    let url: URL
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// The file of the authority that vouches for the server and for `client`.
    var authority: String { folder.path("authority.pem") }
    /// The files of a certificate that the authority vouches for, and of its key.
    var client: String { folder.path("client.pem") }
    var clientKey: String { folder.path("client.key") }

    struct Failure: Error {
        let step: String
    }

    /// - Parameter asksForCertificate: whether it refuses whoever shows none.
    init(asksForCertificate: Bool) async throws {
        folder = try TemporaryFolder()
        try await Self.make(
            in: folder,
            """
            k="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            openssl req -x509 $k -keyout authority.key -out authority.pem -days 2 -subj /CN=authority
            for name in server client; do
                printf 'subjectAltName=IP:127.0.0.1\\n' >$name.ext
                openssl req $k -keyout $name.key -out $name.csr -subj /O=$name
                openssl x509 -req -in $name.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
                    -extfile $name.ext -out $name.pem
            done
            """)
        let port = try LoopbackSocket.freePort()
        try folder.write("", to: "output")
        process = try ChildProcess(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", "server.pem", "-key", "server.key", "-www"]
                + (asksForCertificate ? ["-CAfile", "authority.pem", "-Verify", "1"] : []),
            environment: ["PATH": "/usr/bin:/bin"], in: folder.path, output: folder.path("output"),
            errors: folder.path("output"))
        guard let url = URL(string: "https://127.0.0.1:\(port)/") else { throw Failure(step: "address") }
        self.url = url
        try await eventually("a server") { (try? LoopbackSocket(connectingTo: port)) != nil }
    }

    private static func make(in folder: TemporaryFolder, _ script: String) async throws {
        try folder.write("", to: "log")
        let making = try ChildProcess(
            "/bin/sh", ["-ec", script], environment: ["PATH": "/usr/bin:/bin"], in: folder.path,
            output: folder.path("log"), errors: folder.path("log"))
        guard await OwnThread.run({ making.wait() }) == 0 else {
            throw Failure(step: try String(contentsOfFile: folder.path("log"), encoding: .utf8))
        }
    }
}
#endif
