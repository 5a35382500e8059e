import ExperimentsCore
import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Bodies of requests", .inTurn)
struct BodyTests {
    func fetch(_ body: [UInt8]) async throws -> (status: Int, json: JSONValue) {
        let response = await (try demoEmulator()).respond(
            to: EmulatorRequest(
                method: "POST", path: "/v1/projects/demo-shop/namespaces/firebase:fetch",
                headers: ["x-goog-api-key": "k", "content-encoding": "gzip"], body: body))
        return (response.status, try JSONValue(parsing: response.body))
    }

    /// A fetch with forty user properties, as gzip writes it, with a dynamic code.
    static let packed = Data(
        base64Encoded:
            "H4sIAAAAAAACA3WUzW6DMBCEX8Xi3APrNQbzBr3l0J4rmjgSagqIn0pRlHdvfqRK1ewc8Q7LMt+OL0U3Ta+HonWFtNL249J2"
            + "xYt7nA7L2g37/Kwe+wOcv41febgX10dp6E7ntd8v70ued/M45Xnt83KrX4rp+Xj+KO/yn+60ZTds3595dqUbj65z2+2le5c/"
            + "pYBSiNKDMhClgjIRZcCvRyKtQOorIo0gVda1xp9iszYgjcyABNKGuSqISkoKy6DlaWcEJoFNLGqQYE6IgS0xh8UAR8lJNCjT"
            + "zgjPN3RmxKeeupGMDaK5QIKBEvRIMATa2Yhcw2b2SLDyzA2PBKua+eyRYKQEPRKMvDMSrPnMSLDmbhgRpD4rEkyUoCLBRHdD"
            + "jQyWdO3UCGFJN1qNFAoNi1bG1UEpajTUNOKKGEXp7aGNdS9RTxCkVP/uvOv1F8udNTZeBwAA")
    @Test("a body may be packed with gzip, or plain whatever the header says")
    func gzip() async throws {
        let packed = Array(try #require(Self.packed))
        #expect(try await fetch(packed).status == 200)
        #expect(try await fetch(packed + [0, 0, 0]).status == 200)
        #expect(try await fetch(packed + [0, 1]).status == 400)
        let plain = #"{"appId": "1:1:ios:a", "appInstanceId": "fid", "appInstanceIdToken": "t"}"#
        #expect(try await fetch(Array(plain.utf8)).status == 200)
    }

    @Test("a packed body that is cut or changed anywhere is refused, and never a crash")
    func brokenGzip() async throws {
        let packed = Array(try #require(Self.packed))
        for count in 2..<packed.count {
            #expect(try await fetch(Array(packed.prefix(count))).status == 400)
        }
        var random = SeededGenerator(seed: 1)
        for index in packed.indices.dropFirst(2) {
            var changed = packed
            changed[index] ^= UInt8.random(in: 1...255, using: &random)
            let status = try await fetch(changed).status
            // The time, the system and the flag for texts are not part of the content.
            #expect(status == 400 || (3..<10).contains(index), "byte \(index)")
        }
    }

    @Test("a small body that unpacks to a large one is refused")
    func bomb() async throws {
        // The last block, of the fixed code: a blank, 4,500 times 258 more of what came last, and the end.
        var bits = [1, 1, 0] + [0, 1, 0, 1, 0, 0, 0, 0]
        for _ in 0..<4500 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
        bits += [0, 0, 0, 0, 0, 0, 0]
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        for start in stride(from: 0, to: bits.count, by: 8) {
            bytes.append(bits[start...].prefix(8).reversed().reduce(0) { $0 << 1 | UInt8($1) })
        }
        #expect(bytes.count < 8000)
        #expect(try await fetch(bytes + [UInt8](repeating: 0, count: 8)).status == 413)
    }

    @Test("names without quotes and texts in single quotes are understood")
    func relaxed() async throws {
        let body =
            #"{app_id:'1:1:ios:a', app_instance_id:'it\'s "x"', app_instance_id_token:'t', custom_signals:{"a":"b"}}"#
        #expect(try await fetch(Array(body.utf8)).status == 200)
    }

    @Test(
        "bodies that are neither are refused with the place",
        arguments: [
            (
                #"{"appId": "a", "appId": "b"}"#,
                "the name \"appId\" occurs twice in one object at line 1, column 16"
            ),
            ("{'a'", "line 1, column 2"), ("{a:}", "line 1, column 2"),
            (String(repeating: "[", count: 100_000), "nested deeper than 256 levels"),
            (#"{"appId": 1e999}"#, "Invalid value at 'appId' (TYPE_STRING): found number."),
            ("", "line 1, column 1"),
        ])
    func refused(body: String, message: String) async throws {
        let answer = try await fetch(Array(body.utf8))
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.string?.contains(message) == true, "\(answer.json)")
    }

    @Test("bytes that are not UTF-8 are refused")
    func invalidText() async throws {
        let answer = try await fetch(Array(#"{"appId": ""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8))
        #expect(answer.status == 400)
    }

    @Test("random bytes are refused, and never a crash")
    func random() async throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                let marks = Array(#"{}[]"':,\ab1 "#.utf8)
                return Bool.random(using: &random)
                    ? marks[Int.random(in: 0..<marks.count, using: &random)]
                    : UInt8.random(in: 0...255, using: &random)
            }
            #expect(try await fetch(bytes).status == 400)
        }
    }
}
