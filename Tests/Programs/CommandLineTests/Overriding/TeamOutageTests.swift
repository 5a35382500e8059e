import EtcdNodes
import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

/// A store without keys that answers readings and no change.
private struct MuteStore: HTTPResponder {
    func respond(to request: ServedRequest) async -> ServedResponse {
        var response = ServedResponse(status: 200, headers: ["content-type": "application/json"])
        if request.path.hasSuffix("/kv/txn") { response.delivery = .never }
        response.body = Array(
            #"{"header": {"cluster_id": "7", "member_id": "1", "revision": "1", "raft_term": "1"}}"#.utf8)
        return response
    }
}

@Suite("A team's store that is away", .fewAtATime, .timeLimit(.minutes(60)))
struct TeamOutageTests {
    /// A project whose team's store is at an address, and what was known of it last.
    private func workplace(_ endpoint: String) throws -> Workplace {
        let workplace = try ServedProgram.workplace(etcd: endpoint)
        try workplace.folder.write(
            """
            {"version": 1, "overrides": {"paywall_type": {"value": "b", "enabled": true}}, "cluster": "7",
             "place": "/experiments/v1/shop/test/"}
            """, to: "team.json")
        return workplace
    }

    private static let reason = "using the last known overrides of the team"

    private static let nothing = "no overrides of the team are known"

    private func notes(_ finished: Finished) -> Int {
        finished.errors.components(separatedBy: Self.reason).count - 1
    }

    @Test(
        "that refuses connections is reported once, and the last known overrides are used",
        arguments: ["get", "override"])
    func refused(command: String) async throws {
        let workplace = try workplace("127.0.0.1:\(LoopbackSocket.freePort())")
        let words = command == "get" ? ["get", "paywall_type"] : ["override", "list"]
        let finished = try await workplace.run(Workplace.program, words)
        #expect(finished.status == 0 && finished.output.contains("b"), "\(finished)")
        #expect(notes(finished) == 1, "\(finished)")
        #expect(finished.errors.contains("refused the connection"), "\(finished)")
    }

    @Test("that was never read is not said to have last known overrides")
    func unknown() async throws {
        let workplace = try workplace("127.0.0.1:\(LoopbackSocket.freePort())")
        #expect(try await workplace.run("team").output.contains(Self.reason))
        #expect(try await workplace.run("team", "--json").json().object?["known"] == true)
        try FileManager.default.removeItem(atPath: workplace.folder.path("team.json"))
        let finished = try await workplace.run("get", "paywall_type")
        #expect(finished.errors.contains(Self.nothing) && notes(finished) == 0, "\(finished)")
        #expect(try await workplace.run("team").output.contains(Self.nothing))
        #expect(try await workplace.run("team", "--json").json().object?["known"] == false)
    }

    @Test("that does not respond is waited for no longer than --timeout, and reported once")
    func silent() async throws {
        let silent = try LoopbackSocket()
        let workplace = try workplace("127.0.0.1:\(silent.port)")
        for words in [["get", "paywall_type"], ["override", "list"], ["sources", "--status"]] {
            let finished = try await workplace.run(Workplace.program, words + ["--timeout", "200ms"])
            #expect(finished.status == 0, "\(finished)")
            #expect(notes(finished) == 1, "\(finished)")
        }
    }

    @Test("that does not answer takes no change, and none is sent")
    func unsent() async throws {
        let silent = try LoopbackSocket()
        let workplace = try workplace("127.0.0.1:\(silent.port)")
        for words in [
            ["override", "set", "paywall_type", "c", "--team"],
            ["persona", "save", "ann", "country=NO", "--team"],
            ["link", "--app", "shop", "--server", "http://127.0.0.1:1"], ["link", "--revoke", "--yes"],
        ] {
            let finished = try await workplace.run(Workplace.program, words + ["--timeout", "300ms"])
            #expect(finished.status == 1, "\(finished)")
            #expect(
                finished.errors.contains("the team's store does not respond; nothing was changed"),
                "\(finished)")
        }
    }

    @Test("that does not answer is waited for only a moment after the work, if its last overrides are known")
    func moment() async throws {
        let silent = try LoopbackSocket()
        let workplace = try workplace("127.0.0.1:\(silent.port)")
        let (known, list) = try await duration { try await workplace.run("list") }
        #expect(list.status == 0 && notes(list) == 1, "\(list)")
        try FileManager.default.removeItem(atPath: workplace.folder.path("team.json"))
        let (unknown, other) = try await duration { try await workplace.run("list") }
        #expect(other.status == 0 && other.errors.contains("does not respond; \(Self.nothing)\n"), "\(other)")
        // What the program itself takes is in both.
        #expect(unknown - known > .milliseconds(500), "\(known), \(unknown)")
    }

    private func duration<Value>(_ work: () async throws -> Value) async throws -> (Duration, Value) {
        let start = ContinuousClock.now
        let value = try await work()
        return (.now - start, value)
    }

    @Test("that does not answer a change leaves its outcome unknown after --timeout")
    func change() async throws {
        let server = HTTPServer(MuteStore())
        let address = try await server.start()
        let workplace = try workplace("127.0.0.1:\(address.port ?? 0)")
        let finished = try await workplace.run(
            "override", "set", "paywall_type", "c", "--team", "--timeout", "1s", "--json")
        #expect(finished.status == 3, "\(finished)")
        #expect(try finished.json().object?["error"]?.object?["outcome"] == "unknown", "\(finished)")
        await server.stop()
    }

    @Test("that does not answer a change is waited for no longer than for a reading")
    func boundedChange() async throws {
        let server = HTTPServer(MuteStore())
        let address = try await server.start()
        let workplace = try workplace("127.0.0.1:\(address.port ?? 0)")
        for (words, list) in [
            (["override", "set", "paywall_type", "c", "--team"], "override log --team"),
            (["persona", "save", "ann", "country=NO", "--team"], "persona list"),
            (["link", "--app", "shop", "--server", "http://127.0.0.1:1"], "link --list"),
        ] {
            let (time, finished) = try await duration { try await workplace.run(Workplace.program, words) }
            #expect(finished.status == 3 && time < .seconds(8), "\(time), \(finished)")
            #expect(finished.errors.contains("it is unknown whether the change was made"), "\(finished)")
            #expect(finished.errors.contains("Use `experiments \(list)`"), "\(finished)")
        }
        await server.stop()
    }

    @Test("that does not respond does not prevent a server from serving the last known overrides")
    func serving() async throws {
        let silent = try LoopbackSocket()
        let served = try await ServedProgram(try workplace("127.0.0.1:\(silent.port)"))
        let connection = try await RawConnection(port: served.port)
        try await connection.post("/ofrep/v1/evaluate/flags/paywall_type", "{}")
        let answer = try await connection.read(until: #""value":"b""#)
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        await connection.close()
    }

    @Test(
        "and was made again keeps no server from serving what was known last",
        .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)))
    func replaced() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let served = try await ServedProgram(try workplace("\(node.endpoint)"))
        let connection = try await RawConnection(port: served.port)
        try await connection.post("/ofrep/v1/evaluate/flags/paywall_type", "{}")
        _ = try await connection.read(until: #""value":"b""#)
        await connection.close()
        let list = try await served.workplace.run("list")
        #expect(list.status == 1 && list.errors.contains("experiments team accept"), "\(list)")
        node.kill()
    }
}
