import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("The client of etcd", .inTurn)
struct ClientTests {
    private static let ann = EtcdCredentials(user: "ann", password: "p4ss-w0rd")

    @Test("each request says that it wants a leader, but for those that are answered without one")
    func leaders() async throws {
        let test = try ClientUnderTest()
        try test.members.play("read")
        try test.members.play("status")
        _ = try await test.client.ask(EtcdRead(.key("shop/a")))
        _ = try await test.client.status(of: test.client.endpoints[1])
        #expect(test.members.requests.map { $0.headers["grpc-metadata-hasleader"] } == ["true", nil])
        #expect(test.members.asked == ["a:2379/v3/kv/range", "b:2379/v3/maintenance/status"])
    }

    @Test("a member that fails is left for the next one, which is asked first from then on")
    func failover() async throws {
        let test = try ClientUnderTest()
        test.members.fail(.connectionRefused(host: "a", port: 2379))
        for _ in 0..<2 {
            try test.members.play("read")
            _ = try await test.client.ask(EtcdRead(.all))
        }
        #expect(test.members.asked.map { $0.prefix(1) } == ["a", "b", "b"])
        #expect(test.waited == .zero)
    }

    @Test("a member that hangs does not keep a long reading from the others, and is not asked first again")
    func hanging() async throws {
        let test = try ClientUnderTest(members: ["a", "b", "c"])
        for _ in 0..<2 { test.hang(for: .seconds(10)) }
        for _ in 0..<2 {
            try test.members.play("read")
            _ = try await test.client.ask(EtcdRead(.all))
        }
        for _ in 0..<3 { test.hang(for: .seconds(10)) }
        await #expect(throws: EtcdError.self) { try await test.client.ask(EtcdRead(.all)) }
        try test.members.play("read")
        _ = try await test.client.ask(EtcdRead(.all))
        #expect(test.members.asked.map { $0.prefix(1) } == ["a", "b", "c", "c", "c", "a", "b", "c"])
    }

    @Test("a read that no one answers fails after 10 s with the last reason")
    func nobody() async throws {
        let test = try ClientUnderTest()
        for _ in 0..<40 { test.members.fail(.timedOut(after: .seconds(2), host: "a:2379")) }
        let error = await #expect(throws: EtcdError.self) { try await test.client.ask(EtcdRead(.all)) }
        #expect(error?.description == "etcd: a:2379 sent no complete response within 2s")
        #expect(test.waited > .seconds(7) && test.waited < .seconds(10))
    }

    @Test("a put without an answer is of unknown outcome, and is not sent again")
    func unknown() async throws {
        let test = try ClientUnderTest()
        test.members.fail(.connectionLost(host: "a:2379"))
        let outcome = try await test.client.perform(EtcdPut("a", [1]))
        guard case .unknown(.failed(.transport(.connectionLost), _)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(test.members.requests.count == 1)
        #expect(test.members.requests.first?.mayBeRepeated == false)
    }

    @Test("an answer of 200 that cannot be read leaves a put's outcome unknown, too")
    func unreadable() async throws {
        let test = try ClientUnderTest()
        test.members.answer("<html>")
        guard case .unknown = try await test.client.perform(EtcdPut("a", [1])) else {
            Issue.record("it is known")
            return
        }
    }

    @Test("a change without an answer is sent again, and finds that it was made")
    func change() async throws {
        let test = try ClientUnderTest()
        test.members.fail(.timedOut(after: .seconds(2), host: "a:2379"))
        test.members.answer(
            """
            {"header": {"cluster_id": "5", "revision": "9"}, "responses": [{"response_range": {"kvs": \
            [{"key": "bQ==", "create_revision": "7", "mod_revision": "7", "version": "1"}], "count": "1"}}]}
            """)
        let outcome = try await test.client.change(
            EtcdChange(mark: "m", operations: [.put(EtcdPut("a", [1]))]))
        guard case .known(.made(revision: 7)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let bodies = test.members.requests.map(\.body)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    @Test("it signs in before the first request, and again where its token is refused")
    func signIn() async throws {
        let test = try ClientUnderTest(credentials: Self.ann)
        test.members.answer(#"{"header": {}, "token": "one"}"#)
        try test.members.play("read")
        try test.members.play("refused-token")
        test.members.answer(#"{"header": {}, "token": "two"}"#)
        try test.members.play("read")
        for _ in 0..<2 { _ = try await test.client.ask(EtcdRead(.all)) }
        #expect(test.members.requests.map { $0.headers["authorization"] } == [nil, "one", "one", nil, "two"])
        #expect(test.members.requests[0].body == Array(#"{"name":"ann","password":"p4ss-w0rd"}"#.utf8))
    }

    @Test("a cluster without users is asked without a token")
    func noUsers() async throws {
        let test = try ClientUnderTest(credentials: Self.ann)
        try test.members.play("refused-sign-in")
        for _ in 0..<2 {
            try test.members.play("read")
            _ = try await test.client.ask(EtcdRead(.all))
        }
        #expect(test.members.requests.count == 3)
    }

    @Test("a wrong password is reported with advice, and no message contains the password")
    func wrongPassword() async throws {
        let test = try ClientUnderTest(credentials: Self.ann)
        test.members.answer(
            #"{"error": "authentication failed for p4ss-w0rd", "message": "authentication failed for p4ss-w0rd", "code": 3}"#,
            status: 400)
        let error = await #expect(throws: EtcdError.self) { try await test.client.ask(EtcdRead(.all)) }
        #expect(error?.advice == "check `user` and `password` in the project file")
        var dumped = "\(String(describing: error)) \(Self.ann)"
        dump(error, to: &dumped)
        dump(test.client.signIn, to: &dumped)
        #expect(!dumped.contains("p4ss-w0rd"))
        #expect(dumped.contains("(hidden)"))
    }

    @Test("without credentials, the need of a token is reported with what to do")
    func noCredentials() async throws {
        let test = try ClientUnderTest()
        try test.members.play("refused-no-token")
        let error = await #expect(throws: EtcdError.self) { try await test.client.ask(EtcdRead(.all)) }
        #expect(error?.refusal == .signInNeeded)
        #expect(error?.advice?.contains("password") == true)
    }

    @Test("another cluster under an old address is reported, and its answer not taken")
    func anotherCluster() async throws {
        let test = try ClientUnderTest()
        try test.members.play("read")
        test.members.answer(#"{"header": {"cluster_id": "6", "revision": "9"}}"#)
        _ = try await test.client.ask(EtcdRead(.all))
        await #expect(throws: EtcdError.anotherCluster(member: "a:2379")) {
            try await test.client.ask(EtcdRead(.all))
        }
    }

    @Test("pages that do not fit into an answer are asked for again, smaller")
    func largePages() async throws {
        let test = try ClientUnderTest()
        test.members.fail(.bodyTooLarge(limit: 1, host: "a"))
        try test.members.play("read")
        _ = try await test.client.readAll([.prefix("shop/")])
        let bodies = try test.members.requests.map { try JSONValue(parsing: $0.body ?? []) }
        #expect(bodies.map { $0.object?["limit"] } == ["1000", "125"])
    }

    @Test("a revision that is compacted between two pages makes it begin again")
    func compactedPages() async throws {
        let test = try ClientUnderTest()
        try test.members.play("read-page")
        try test.members.play("refused-compacted")
        try test.members.play("read")
        let snapshot = try await test.client.readAll([.prefix("shop/")])
        #expect(snapshot.entries.map(\.count) == [2])
        #expect(test.members.requests.count == 3)
    }

    @Test("more steps than etcd takes are refused without asking")
    func unfit() async throws {
        let test = try ClientUnderTest()
        let put = EtcdOperation.put(EtcdPut("a", []))
        await #expect(throws: EtcdError.self) {
            try await test.client.perform(EtcdTransaction(then: Array(repeating: put, count: 200)))
        }
        #expect(test.members.requests.isEmpty)
    }

    @Test(
        "addresses are refused that are none, or that could hold a secret",
        arguments: [
            "", "127.0.0.1:2379", "ftp://a", "http://", "http://ann:secret@a:2379", "http://a/v3",
            "http://a?x=secret",
            "http://a:0", "http://a b",
        ])
    func addresses(text: String) {
        let problem = #expect(throws: MessageError.self) { try EtcdEndpoint(parsing: text) }
        #expect(problem?.description.contains("secret") == false)
    }

    @Test("an address may end with a slash, and is shown without its scheme")
    func address() throws {
        let endpoint = try EtcdEndpoint(parsing: "https://etcd.example:2379/")
        #expect(endpoint.description == "etcd.example:2379")
        let request = EtcdClient.request(
            "kv/range", at: endpoint, body: [], token: nil, timeout: .seconds(1), mayBeRepeated: true)
        #expect(request.url.absoluteString == "https://etcd.example:2379/v3/kv/range")
    }
}
