import Foundation
import Synchronization

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
        guard let tag = text.split(separator: "\r\n").first(where: { $0.hasPrefix("etag: ") })?.dropFirst(6) else {
            throw BenchmarkProblem("no ETag: \(text)")
        }
        let request = LoopbackConnection.request("POST", path, headers: "If-None-Match: \(tag)\r\n", body: body)
        let end = Array(#""state":"NO_CHANGE","templateVersion":"1"}"#.utf8)
        _ = try run(request, end, port: emulator.port, for: .seconds(1))
        let (count, time) = try run(request, end, port: emulator.port, for: Self.time)
        return [
            BenchmarkRow(
                name: "conditional fetch, \(Self.connections) connections: time for one", value: .time(time / count),
                goal: .time(.microseconds(200))),
            BenchmarkRow(
                name: "conditional fetches a second",
                value: .count(
                    (Double(count) / (Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18))
                        .rounded())),
            BenchmarkRow(name: "resident after \(count) fetches", value: .bytes(try emulator.residentBytes())),
        ]
    }

    /// Threads of their own, because their calls wait.
    private func run(
        _ request: [UInt8], _ end: [UInt8], port: UInt16, for time: Duration
    ) throws -> (count: Int, time: Duration) {
        let count = Mutex(0)
        let problem = Mutex<(any Error)?>(nil)
        let start = ContinuousClock.now
        let done = DispatchGroup()
        for _ in 0..<Self.connections {
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                do {
                    let connection = try LoopbackConnection(port: port)
                    var own = 0
                    while start.duration(to: .now) < time {
                        _ = try connection.exchange(request, end: end)
                        own += 1
                    }
                    count.withLock { $0 += own }
                } catch {
                    problem.withLock { $0 = error }
                }
            }
        }
        done.wait()
        if let problem = problem.withLock({ $0 }) { throw problem }
        return (count.withLock { $0 }, start.duration(to: .now))
    }

    /// Streams held open, and the time from a publish to its arrival on the last of them.
    private func streamRows() throws -> [BenchmarkRow] {
        try raiseFileLimit()
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
                "PUT", Self.project + "/remoteConfig", headers: "Authorization: Bearer owner\r\nIf-Match: *\r\n",
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
            repeat { answer += try operatorConnection.receive() } while !answer.suffix(1).elementsEqual(Array("}".utf8))
        }
        times.sort()
        let resident = try emulator.residentBytes()
        return [
            BenchmarkRow(
                name: "a publish on \(Self.streams) streams, to the last", value: .time(times[times.count / 2]),
                tail: times.last.map(Quantity.time), goal: .time(.seconds(1)), isGoalForTail: true),
            BenchmarkRow(name: "resident with \(Self.streams) streams", value: .bytes(resident)),
            BenchmarkRow(name: "one stream", value: .bytes((resident - before) / Self.streams)),
        ]
    }

    private func raiseFileLimit() throws {
        #if os(Linux)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        guard setrlimit(resource, &limit) == 0, limit.rlim_cur > rlim_t(Self.streams + 100) else {
            throw BenchmarkProblem("no more than \(limit.rlim_cur) files may be open here")
        }
    }
}
