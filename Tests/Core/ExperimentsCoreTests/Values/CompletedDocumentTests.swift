import Dispatch
import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("A JSON document that lacks members", .inTurn)
struct CompletedDocumentTests {
    struct Banner: Codable, Equatable, Sendable {
        struct Style: Codable, Equatable, Sendable {
            var color = "red"
            var width: Double? = 2
        }

        var title = "Hello"
        var count = 3
        var note: String? = "n"
        var style = Style()
        var items = [1]
    }

    private let reading = ValueReading<Banner>.json(completedBy: Banner())

    @Test(
        "takes them from the default, and says which",
        arguments: [
            ("{}", Banner(note: nil), ["title", "count", "style", "items"]),
            (
                #"{"title": "x", "count": 1, "items": [], "style": {}}"#,
                Banner(title: "x", count: 1, note: nil, style: .init(width: nil), items: []), ["style.color"]
            ),
            (
                #"{"title":"x","count":1,"note":"y","items":[2],"style":{"color":"blue"},"more":1}"#,
                Banner(title: "x", count: 1, note: "y", style: .init(color: "blue", width: nil), items: [2]),
                []
            ),
        ] as [(String, Banner, [String])])
    func completes(text: String, expected: Banner, added: [String]) throws {
        #expect(try reading.value(of: text) == expected)
        #expect(reading.membersFromDefault(in: text) == added)
    }

    @Test(
        "is still incorrect if a member is wrong",
        arguments: [
            #"{"count": "many"}"#, #"{"style": {"color": 1}}"#, #"{"style": null}"#, #"{"items": [null]}"#,
            "[]", "3",
            "{",
        ])
    func wrong(text: String) {
        #expect(throws: IncorrectValue.self) { try reading.value(of: text) }
        #expect(reading.membersFromDefault(in: text) == [])
    }

    @Test("is incorrect without a default, as it was")
    func withoutDefault() {
        #expect(throws: IncorrectValue.self) { try ValueReading<Banner>.json.value(of: "{}") }
    }

    @Test("is reported as ok, with the members from the default")
    func report() {
        struct Note: JSONRemoteValue, Equatable {
            static let `default` = Note(text: "hello", size: 2)
            var text: String
            var size: Int
        }
        struct NoteKey: RemoteKey {
            let name = "note"
            let valueType: any RemoteValue.Type = Note.self
        }
        let keeper = InMemoryRemoteConfigKeeper(
            Snapshot(texts: ["note": #"{"size": 9}"#], fetchedAt: .distantPast))
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        #expect((service.remoteValue(for: NoteKey()) as Note) == Note(text: "hello", size: 9))
        let row = service.getValues(for: [NoteKey()]).rows[0]
        #expect(row.status == .ok && row.membersFromDefault == ["text"])
    }

    @Test("is completed in the same way on many threads")
    func race() {
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            #expect((try? reading.value(of: #"{"count": \#(number)}"#))?.count == number)
        }
    }
}
