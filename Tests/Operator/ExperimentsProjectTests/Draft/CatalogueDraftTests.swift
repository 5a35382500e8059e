import ExperimentsCore
import ExperimentsProject
import Testing

@Suite("Drafting a catalogue")
struct CatalogueDraftTests {
    @Test(
        "a text suggests a type",
        arguments: [
            ("true", ValueKind.bool), ("false", .bool), ("TRUE", .string), ("42", .int), ("-7", .int), ("0", .int),
            ("007", .string),
            ("1.5", .double), ("-0.5e3", .double), ("1e400", .string), ("99999999999999999999", .string),
            ("{\"a\":1}", .json),
            ("[]", .json), ("{broken", .string), ("[a]", .string), ("", .string), ("hello", .string),
            ("1.2.3", .string),
            ("+1", .string), ("1 ", .string), ("-", .string), (".5", .string),
        ])
    func kinds(text: String, kind: ValueKind) {
        #expect(ValueKind(suggestedBy: text) == kind)
    }

    @Test("the keys of a snapshot come by name, each with its type")
    func snapshot() {
        let snapshot = Snapshot(
            entries: [
                "b": Snapshot.Entry(text: "1"), "a": Snapshot.Entry(text: "true"), "c": Snapshot.Entry(text: nil),
            ], fetchedAt: nil)
        let keys = CatalogueDraft(of: snapshot).keys
        #expect(keys.map(\.name) == ["a", "b", "c"])
        #expect(keys.map(\.schema.kind) == [.bool, .int, .string])
        #expect(keys.allSatisfy { $0.schema.defaultText == nil })
    }
}
