import Foundation

/// The server for apps under load: single evaluations, all flags at once, and that nothing is new.
struct ServingSuite: BenchmarkSuite {
    let title = "serve"

    private static let path = "/ofrep/v1/evaluate/flags"
    private static let body = #"{"context":{"targetingKey":"user-1"}}"#
    private static let connections = 16
    private static let time = Duration.seconds(5)

    func rows() async throws -> [BenchmarkRow] {
        let server = try ServeProcess(overrides: ServeProcess.keys)
        let load = LoadGenerator(port: server.port, connections: Self.connections)
        let end = Array("}".utf8)
        let single = LoopbackConnection.request("POST", Self.path + "/key_500", body: Self.body)
        let all = LoopbackConnection.request("POST", Self.path, body: Self.body)
        let allEnd = Array("}]}".utf8)
        let first = try LoopbackConnection(port: server.port).exchange(all, end: allEnd)
        let head = String(decoding: first.prefix(1000), as: UTF8.self)
        guard let tag = head.split(separator: "\r\n").first(where: { $0.hasPrefix("etag: ") })?.dropFirst(6)
        else {
            throw BenchmarkProblem("no ETag: \(head)")
        }
        let conditional = LoopbackConnection.request(
            "POST", Self.path, headers: "If-None-Match: \(tag)\r\n", body: Self.body)
        return [
            try row("one of \(ServeProcess.keys) keys", load, single, end, goal: .microseconds(100)).within(
                Budget.evaluation),
            try row("all \(ServeProcess.keys) keys", load, all, allEnd, goal: .microseconds(3333)),
            try row(
                "nothing new of all", load, conditional, Array("\r\n\r\n".utf8), goal: .microseconds(200)),
        ]
    }

    private func row(
        _ what: String, _ load: LoadGenerator, _ request: [UInt8], _ end: [UInt8], goal: Duration
    ) throws -> BenchmarkRow {
        _ = try load.run(request, end: end, for: .milliseconds(500))
        let count = try load.run(request, end: end, for: Self.time)
        return BenchmarkRow(
            name: "\(what), \(Self.connections) connections, \(Int(count.rate)) a second: time for one",
            value: .time(count.time / count.answers), goal: .time(goal))
    }
}
