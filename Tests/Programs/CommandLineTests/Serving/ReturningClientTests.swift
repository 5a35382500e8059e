import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Clients that come back immediately", .fewAtATime, .timeLimit(.minutes(60)))
struct ReturningClientTests {
    private static let count = Promise.effort(200, campaign: 1000)
    private static let limit = Duration.seconds(5)

    @Test(
        "linked apps have what was changed while their server was away within 5 s of its return",
        .promise("Linked apps are back 5 s after their server", "apps linked again, all in the same moment"))
    func linkedApps() async throws {
        let workplace = try ServedProgram.workplace()
        var served = try await ServedProgram(workplace)
        var apps = ManyLinkedApps(
            Self.count, ports: [served.port], try ServedProgram.token(of: try await served.link()))
        _ = try await workplace.run("override", "set", "paywall_type", "at first")
        _ = try apps.hear("at first")
        var slowest = Duration.zero
        for signal in [SIGKILL, SIGTERM] {
            served.server.send(signal)
            _ = try await served.server.finished()
            let value = "after signal \(signal)"
            #expect(try await workplace.run("override", "set", "paywall_type", value).status == 0)
            served = try await ServedProgram(workplace, port: Int(served.port))
            apps.returnAtOnce()
            slowest = max(slowest, try apps.hear(value))
            Promise.count(Self.count)
        }
        Promise.note("the last after \(slowest.inMilliseconds) ms")
        #expect(slowest < Self.limit)
        #expect(served.server.status == nil)
    }

    @Test(
        "requests that come in the same moment are all answered, the last within 5 s",
        .promise("Requests that come together are answered within 5 s", "requests in the same moment"))
    func requests() async throws {
        let served = try await ServedProgram(ServedProgram.workplace())
        try served.workplace.folder.write(
            #"{"parameters": {"a": {"defaultValue": {"value": "1"}}}}"#, to: "t.json")
        let emulator = try served.workplace.start("emulator", "--template", "t.json", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let start = try #require(emulator.output.firstRange(of: "127.0.0.1:"))
        let port = try #require(UInt16(emulator.output[start.upperBound...].prefix { $0.isNumber }))
        let fetch = #"{"appId": "1:1:ios:a", "appInstanceId": "fid", "appInstanceIdToken": "t"}"#
        let slowest = max(
            try Self.ask(served.port, "/ofrep/v1/evaluate/flags", #"{"context": {"targetingKey": "user"}}"#),
            try Self.ask(port, "/v1/projects/demo-project/namespaces/firebase:fetch", fetch))
        Promise.note("the last after \(slowest.inMilliseconds) ms")
        #expect(slowest < Self.limit)
    }

    /// Sends a request on many connections before any answer is read.
    ///
    /// - Returns: when the last answer has come.
    private static func ask(_ port: UInt16, _ path: String, _ body: String) throws -> Duration {
        let request =
            "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            + "x-goog-api-key: key\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let start = ContinuousClock.now
        let sockets = try (0..<count).map { _ in
            let socket = try LoopbackSocket(connectingTo: port)
            #expect(socket.send(request))
            return socket
        }
        for socket in sockets {
            let answer = String(decoding: socket.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        }
        Promise.count(count)
        return ContinuousClock.now - start
    }
}

extension Duration {
    fileprivate var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}
