import Foundation

/// A member of etcd that is a cluster of its own, as a process with ports and a folder of its own.
final class EtcdProcess {
    /// Where clients reach it.
    let port: UInt16
    private let folder: URL
    private let process = Process()

    /// Starts one, and returns once it answers.
    init() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let programs = (path.split(separator: ":").map(String.init) + ["/usr/bin"]).map { $0 + "/etcd" }
        guard let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw BenchmarkProblem("etcd is not installed; Debian's package is etcd-server")
        }
        let ports = try FreePorts.find(2)
        port = ports[0]
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let (client, peer) = ("http://127.0.0.1:\(ports[0])", "http://127.0.0.1:\(ports[1])")
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [
            "--name", "one", "--data-dir", folder.path, "--listen-client-urls", client,
            "--advertise-client-urls",
            client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster",
            "one=\(peer)",
            "--logger", "zap", "--log-level", "error",
        ]
        // Variables such as ETCD_NAME are flags, too: it gets none of this program's.
        process.environment = ["PATH": "/usr/bin:/bin"]
        try process.run()
        try awaitAnswer()
    }

    /// Puts a value by hand.
    func put(_ key: String, _ value: String) throws { _ = try ask("put", ["key": key, "value": value]) }

    /// How many keys begin so.
    func count(_ prefix: String) throws -> Int {
        let end = String(
            decoding: Array(prefix.utf8.dropLast()) + [(prefix.utf8.last ?? 0) + 1], as: UTF8.self)
        let answer = try ask("range", ["key": prefix, "range_end": end])
        // A key that is not there has no count.
        guard let range = answer.range(of: "\"count\":\"") else { return 0 }
        return Int(answer[range.upperBound...].prefix { $0.isNumber }) ?? 0
    }

    private func ask(_ call: String, _ members: [String: String]) throws -> String {
        let body = members.map { "\"\($0)\":\"\(Data($1.utf8).base64EncodedString())\"" }.joined(
            separator: ",")
        let connection = try LoopbackConnection(port: port)
        let request = LoopbackConnection.request(
            "POST", "/v3/kv/\(call)", headers: "Connection: close\r\n", body: "{\(body)}")
        try connection.send(request)
        var answer: [UInt8] = []
        while let bytes = try? connection.receive() { answer += bytes }
        let text = String(decoding: answer, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200") else { throw BenchmarkProblem("etcd: \(text.prefix(200))") }
        return text
    }

    private func awaitAnswer() throws {
        try eventually("etcd to answer on port \(port)") {
            guard process.isRunning else { throw BenchmarkProblem("etcd ended before it answered") }
            return (try? count("/")) != nil
        }
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
