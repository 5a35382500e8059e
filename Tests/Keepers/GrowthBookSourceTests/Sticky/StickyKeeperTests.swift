import ExperimentsCore
import Foundation
import GrowthBookFeatures
import TestSupport
import Testing

@testable import GrowthBookSource

@Suite("A keeper that keeps sticky buckets", .inTurn)
struct StickyKeeperTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An experiment that gives everybody one variation.
    private func payload(weights: String) -> String {
        """
        {"features": {"f": {"defaultValue": "none", "rules": [
          {"key": "exp", "variations": ["A", "B"], "hashAttribute": "id", "weights": \(weights),
           "meta": [{"key": "a"}, {"key": "b"}]}]}}}
        """
    }

    private func keeper(
        _ weights: String, users: StickyBucketFile.Users = .all, user: String = "ann"
    ) async throws -> GrowthBookRemoteConfigKeeper {
        let path = try folder.write(payload(weights: weights), to: "features.json")
        let keeper = GrowthBookRemoteConfigKeeper(
            .file(path: path, shownAs: "features.json"),
            context: EvaluationContext(attributes: Self.attributes(user)),
            sticky: StickyBucketFile(path: folder.path("sticky.json"), users: users))
        _ = try await keeper.fetch(.manual)
        return keeper
    }

    private static func attributes(_ user: String) -> JSONObject {
        JSONObject(distinct: [.init(name: "id", value: .string(user))])
    }

    private func value(_ keeper: GrowthBookRemoteConfigKeeper) -> String? {
        keeper.snapshot.entries["f"]?.text
    }

    @Test("a user stays in the variation that was seen first, also after a restart and with other weights")
    func restart() async throws {
        #expect(value(try await keeper("[0, 1]")) == "B")
        let later = try await keeper("[1, 0]")
        #expect(value(later) == "B")
        #expect(
            later.explanation(of: "f").contains { $0.text.contains("stays in variation b") },
            "\(later.explanation(of: "f"))")
        #expect(value(try await keeper("[1, 0]", user: "bob")) == "A")
    }

    @Test("within one run, too")
    func oneRun() async throws {
        let keeper = try await keeper("[0, 1]")
        try folder.write(payload(weights: "[1, 0]"), to: "features.json")
        _ = try await keeper.fetch(.manual)
        #expect(value(keeper) == "B")
    }

    @Test("the buckets of later users are kept, too, unless only the first user is kept")
    func personas() async throws {
        let everybody = try await keeper("[0, 1]")
        everybody.setPersona(SourcePersona(fields: ["id": "bob"]))
        let file = StickyBucketFile(path: folder.path("sticky.json"))
        try await eventually("bob's document") { try file.read().documents["id||bob"] != nil }
        let first = try await keeper("[0, 1]", users: .configured)
        first.setPersona(SourcePersona(fields: ["id": "cid"]))
        _ = first.snapshot(for: SourcePersona(fields: ["id": "dan"]))
        _ = try await first.fetch(.manual)
        #expect(try file.read().documents.keys.sorted() == ["id||ann", "id||bob"])
        // Who is kept is asked for, whoever looks.
        let other = try await keeper("[1, 0]", users: .configured, user: "eve")
        #expect(other.snapshot(for: SourcePersona(fields: ["id": "bob"]))?.entries["f"]?.text == "B")
        #expect(other.snapshot(for: SourcePersona(fields: ["id": "cid"]))?.entries["f"]?.text == "A")
    }

    @Test("a file that cannot be read is reported, left as it is, and values are there still")
    func broken() async throws {
        try folder.write("{", to: "sticky.json")
        let keeper = try await keeper("[0, 1]")
        #expect(value(keeper) == "B")
        #expect(keeper.snapshot.notes.contains { $0.title == "Problem" && $0.text.contains("sticky.json") })
        #expect(try folder.text(of: "sticky.json") == "{")
        try folder.write("[]", to: "sticky.json")
        _ = try await keeper.fetch(.manual)
        #expect(!keeper.snapshot.notes.contains { $0.title == "Problem" })
        #expect(try folder.text(of: "sticky.json").contains("\"exp__0\":\"b\""))
    }
}
