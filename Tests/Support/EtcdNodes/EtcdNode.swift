import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport

/// A real etcd that a test runs, with ports and a folder of its own. It ends when the test lets go of it.
package final class EtcdNode: Sendable {
    /// The program's path; nil where it is not installed.
    package static let program: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/bin"]
        return folders.map { $0 + "/etcd" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Why a test is skipped where it is not installed.
    package static let absence = "there is no etcd here; Debian's package is etcd-server"

    /// Where clients reach it.
    package let endpoint: EtcdEndpoint
    private let arguments: [String]
    private let folder: TemporaryFolder
    private let process: Mutex<ChildProcess>

    /// Starts one that is alone.
    ///
    /// - Parameters:
    ///   - scheme: `https` where `options` name its certificate.
    ///   - options: what else it is given.
    package convenience init(_ options: [String] = [], scheme: String = "http") throws {
        let peer = try LoopbackSocket.freePort()
        try self.init(
            name: "one", peer: peer, advertised: peer, cluster: "one=http://127.0.0.1:\(peer)",
            options: ["--heartbeat-interval", "10", "--election-timeout", "100"] + options, scheme: scheme)
    }

    /// Starts a member of a cluster.
    ///
    /// - Parameters:
    ///   - peer: the port at which it listens for the other members.
    ///   - advertised: the port at which they find it.
    package init(
        name: String, peer: UInt16, advertised: UInt16, cluster: String, options: [String],
        scheme: String = "http"
    ) throws {
        let folder = try TemporaryFolder()
        let url = "\(scheme)://127.0.0.1:\(try LoopbackSocket.freePort())"
        endpoint = try EtcdEndpoint(parsing: url)
        arguments =
            [
                "--name", name, "--data-dir", folder.path("data"), "--listen-client-urls", url,
                "--advertise-client-urls", url, "--listen-peer-urls", "http://127.0.0.1:\(peer)",
                "--initial-advertise-peer-urls", "http://127.0.0.1:\(advertised)", "--initial-cluster",
                cluster,
                "--logger", "zap", "--log-level", "error", "--unsafe-no-fsync",
            ] + options
        self.folder = folder
        process = Mutex(try Self.start(arguments, folder))
    }

    private static func start(_ arguments: [String], _ folder: TemporaryFolder) throws -> ChildProcess {
        let log = folder.path("log")
        if !FileManager.default.fileExists(atPath: log) { try folder.write("", to: "log") }
        // Variables such as ETCD_NAME are flags, too: it gets none of the test's.
        return try ChildProcess(
            program ?? "etcd", arguments, environment: ["PATH": "/usr/bin:/bin"], in: folder.path,
            output: log,
            errors: log)
    }

    /// Sends it a signal.
    package func send(_ signal: Int32) { process.withLock { $0.send(signal) } }

    /// Kills it without a word, and waits until it is dead.
    package func kill() {
        process.withLock { process in
            process.send(SIGKILL)
            _ = process.wait()
        }
    }

    /// Starts it once more, with the data that it has.
    package func restart() throws {
        try process.withLock { process in
            _ = process.status
            process = try Self.start(arguments, folder)
        }
    }

    /// Waits until it answers and has a leader.
    package func ready() async throws {
        let client = client()
        try await eventually("\(endpoint) with a leader") {
            (try? await client.status(of: endpoint))?.leader != nil
        }
    }

    /// A client of this one.
    package func client(
        _ credentials: EtcdCredentials? = nil, security: TransportSecurity = TransportSecurity()
    ) -> EtcdClient {
        EtcdClient(
            endpoints: [endpoint], credentials: credentials, transport: SystemTransport(security: security))
    }
}
