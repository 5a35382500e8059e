import ExperimentsCore
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Damaged answers of etcd", .inTurn)
struct AnswerFuzzTests {
    @Test("are read or refused with a problem, and nothing else happens", arguments: try Recorded.all())
    func damaged(recorded: Recorded) throws {
        let ownSeed = recorded.name.utf8.reduce(FuzzEffort.seed) { $0 &* 31 &+ UInt64($1) }
        var random = SeededGenerator(seed: ownSeed)
        for _ in 0..<FuzzEffort.rounds(usually: 200, cases: 40) {
            var body = recorded.response.body
            for _ in 0...random.below(3) { Mutation.apply(to: &body, using: &random) }
            Self.readEveryWay(body)
        }
    }

    private static func readEveryWay(_ body: [UInt8]) {
        _ = EtcdRefusal(TransportResponse(status: 400, body: body)).kind
        var lines = EtcdLines()
        for line in (try? lines.read(body)) ?? [] { _ = try? EtcdWatchLine(line) }
        guard let reply = try? EtcdReply(body) else { return }
        let read = EtcdOperation.read(EtcdRead(.all))
        _ = try? EtcdRead(.all).answer(reply)
        _ = try? EtcdTransaction(then: [read, read, read], else: [read, read]).answer(reply)
        _ = try? EtcdLeaseGrant(seconds: 1).answer(reply)
        _ = try? EtcdLeaseRenewal(1).answer(reply)
        _ = try? EtcdMemberList().answer(reply)
        _ = try? EtcdStatusCall().answer(reply)
        _ = try? EtcdAuthentication(credentials: EtcdCredentials(user: "a", password: "b")).answer(reply)
    }

    @Test("lines come out the same however the body is cut into pieces")
    func cuts() throws {
        let body = try Recorded("watch").response.body
        var whole = EtcdLines()
        let expected = try whole.read(body)
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            var lines = EtcdLines()
            var found: [[UInt8]] = []
            var rest = body[...]
            while !rest.isEmpty {
                let piece = rest.prefix(1 + random.below(300))
                rest = rest.dropFirst(piece.count)
                found += try lines.read(Array(piece))
            }
            #expect(found == expected)
        }
    }

    @Test("a line without end is given up")
    func endless() {
        var lines = EtcdLines()
        let piece = [UInt8](repeating: 0x78, count: 1 << 20)
        #expect(throws: MessageError.self) {
            for _ in 0..<64 { _ = try lines.read(piece) }
        }
    }

    @Test(
        "an answer without a header is refused, and does not mean that there are no keys",
        arguments: ["{}", #"{"kvs": []}"#])
    func noHeader(text: String) {
        let error = #expect(throws: MessageError.self) {
            try EtcdRead(.all).answer(EtcdReply(Array(text.utf8)))
        }
        #expect(error?.description == "it has no header, which etcd always sends")
    }

    @Test("numbers beyond 64 bits, and what is not base64, are refused without showing what stands there")
    func wrongKinds() throws {
        for text in [
            #"{"kvs": [{"key": "YQ==", "mod_revision": "99999999999999999999"}]}"#,
            #"{"kvs": [{"key": "se-cret"}]}"#, #"{"kvs": {}}"#, #"{"kvs": ["secret"]}"#,
            #"{"more": "secret"}"#,
            "[]", "", "secret",
        ] {
            let error = #expect(throws: MessageError.self, "\(text)") {
                try EtcdRead(.all).answer(EtcdReply(Array(text.utf8)))
            }
            #expect(error?.description.contains("cret") == false, "\(text)")
        }
    }
}
