import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Drafts of random files of values", .inTurn)
struct DraftPropertyTests {
    private static let names = [
        "a", "checkout_a", "checkoutB", "é", "on", "null", "x y", "1", "a: b", "#c", "\u{202e}r", "日本",
    ]
    private static let values: [JSONValue] = [
        true, 5019, "x", "", "null", "yes", .null, .number("1.50"), .number("1e400"),
        .number("99999999999999999999"),
        "a_baseline", "_baseline", "line\nbreak", "\u{7}", ["list", 1], ["member": nil], "AIzaSySecret",
        "007", " ",
    ]

    @Test(
        "a draft is read back, and every key is correct for the file it came from",
        arguments: 0..<300 as Range<UInt64>)
    func readBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var object = JSONObject()
        for _ in 0..<random.below(12) {
            object[Self.names[random.below(Self.names.count)] + ["", "_2", "\n"][random.below(3)]] =
                Self.values[random.below(Self.values.count)]
        }
        let text = JSONValue.object(object).compactText
        let reader = FolderReader(
            entries: { _ in [.init("config.json")] }, content: { _, _ in Array(text.utf8) })
        let candidate = try SourceFinder(reader).candidate(at: "config.json", writtenAs: "config.json")
        let draft = ProjectDraft(candidate)
        let project = try Project(parsing: draft.text, path: "experiments.yaml")
        #expect(project.keys == draft.keys, "\(text)")
        #expect(project.keys.count + draft.leftOut.count == object.members.count, "\(text)")
        let snapshot = Snapshot(entries: try #require(candidate.snapshot).entries, fetchedAt: Date())
        let report = Report(keys: project.keys, snapshot: snapshot, overrides: .empty, at: Date())
        #expect(report.brokenRows.isEmpty, "\(text)\n\(report.brokenRows)")
    }
}
