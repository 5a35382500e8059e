import Foundation

/// The emulator under load: clients that fetch again and again, and thousands that listen.
struct EmulatorSuite: BenchmarkSuite {
    let title = "emulator"

    private static let project = "/v1/projects/demo-project"
    private static let connections = 16
    private static let time = Duration.seconds(8)
    private static let streams = 2000

    func rows() async throws -> [BenchmarkRow] {
        try fetchRows() + streamRows()
    }

    /// Fetches with the ETag of what is served, on connections that stay open.
    private func fetchRows() throws -> [BenchmarkRow] {
        let emulator = try EmulatorProcess()
        let path = Self.project + "/namespaces/firebase:fetch?key=k"
        let body = #"{"appId":"1:1:ios:a","appInstanceId":"fid","appInstanceIdToken":"t","appVersion":"1.0"}"#
        let first = try LoopbackConnection(port: emulator.port)
            .exchange(LoopbackConnection.request("POST", path, body: body), end: Array("}".utf8))
        let text = String(decoding: first, as: UTF8.self)
        guard let tag = text.split(separator: "\r\n").first(where: { $0.hasPrefix("etag: ") })?.dropFirst(6)
        else {
            throw BenchmarkProblem("no ETag: \(text)")
        }
        let request = LoopbackConnection.request(
            "POST", path, headers: "If-None-Match: \(tag)\r\n", body: body)
        let end = Array(#""state":"NO_CHANGE","templateVersion":"1"}"#.utf8)
        let load = LoadGenerator(port: emulator.port, connections: Self.connections)
        _ = try load.run(request, end: end, for: .seconds(1))
        let count = try load.run(request, end: end, for: Self.time)
        return [
            BenchmarkRow(
                name: "conditional fetch, \(Self.connections) connections: time for one",
                value: .time(count.time / count.answers),
                goal: .time(.microseconds(200))),
            BenchmarkRow(
                name: "conditional fetches a second", value: .count(count.rate.rounded())),
            BenchmarkRow(
                name: "resident after \(count.answers) fetches", value: .bytes(try emulator.residentBytes())),
        ]
    }

    /// Streams held open, and the time from a publish to its arrival on the last of them.
    private func streamRows() throws -> [BenchmarkRow] {
        try OpenFiles.raise(toHold: Self.streams)
        let emulator = try EmulatorProcess()
        let before = try emulator.residentBytes()
        let path = Self.project + "/namespaces/firebase:streamFetchInvalidations?key=k"
        let body = #"{"appId":"1:1:ios:a","appInstanceId":"fid","lastKnownVersionNumber":"1"}"#
        let request = LoopbackConnection.request("POST", path, body: body)
        let streams = try (0..<Self.streams).map { _ in
            let stream = try LoopbackConnection(port: emulator.port)
            _ = try stream.exchange(request, end: Array("[\r\n".utf8))
            return stream
        }
        let operatorConnection = try LoopbackConnection(port: emulator.port)
        var times: [Duration] = []
        for number in 2...12 {
            let publish = LoopbackConnection.request(
                "PUT", Self.project + "/remoteConfig",
                headers: "Authorization: Bearer owner\r\nIf-Match: *\r\n",
                body: EmulatorProcess.template(number))
            let start = ContinuousClock.now
            try operatorConnection.send(publish)
            let mark = Array("\"\(number)\"}\n\r\n".utf8)
            for stream in streams {
                var text: [UInt8] = []
                repeat { text += try stream.receive() } while text.firstRange(of: mark) == nil
            }
            times.append(start.duration(to: .now))
            var answer: [UInt8] = []
            repeat {
                answer += try operatorConnection.receive()
            } while !answer.suffix(1).elementsEqual(Array("}".utf8))
        }
        times.sort()
        let resident = try emulator.residentBytes()
        return [
            BenchmarkRow(
                name: "a publish on \(Self.streams) streams, to the last",
                value: .time(times[times.count / 2]),
                tail: times.last.map(Quantity.time), goal: .time(.seconds(1)), isGoalForTail: true),
            BenchmarkRow(name: "resident with \(Self.streams) streams", value: .bytes(resident)),
            BenchmarkRow(name: "one stream", value: .bytes((resident - before) / Self.streams)),
        ]
    }
}
