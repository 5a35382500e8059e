import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Profiles of overrides", .inTurn)
struct OverrideProfileTests {
    private let now = Date(timeIntervalSince1970: 1_772_355_600)
    private let overrides = OverrideSet([
        "paywall": Override(
            value: "c", author: "ana", note: "long", setAt: .distantPast, expiresAt: .distantFuture),
        "timeout": Override(value: "5", isEnabled: false, until: .nextFetch),
    ])

    private func profile(_ name: String = "QA checkout") throws -> OverrideProfile {
        try OverrideProfile(name: name, overrides: overrides, author: "ana", savedAt: now)
    }

    @Test("keep values, switches and notes, and neither ends nor authors")
    func captures() throws {
        let profile = try profile()
        #expect(profile.overrides["paywall"] == Override(value: "c", note: "long"))
        #expect(profile.overrides["timeout"] == Override(value: "5", isEnabled: false))
        let set = profile.overrides(setBy: "ben", at: now)
        #expect(set["paywall"] == Override(value: "c", author: "ben", note: "long", setAt: now))
    }

    @Test("are saved, listed, read and deleted")
    func store() throws {
        let folder = try TemporaryFolder()
        let store = OverrideProfileStore(besideOverridesAt: folder.path("overrides.json"))
        #expect(try store.list().profiles.isEmpty)
        try store.save(profile())
        try store.save(profile("beta"))
        #expect(try store.names() == ["QA checkout", "beta"])
        #expect(try store.profile(named: "QA checkout") == profile())
        #expect(try folder.text(of: "profiles/QA checkout.json").contains(#""version": 1"#))
        try store.delete(named: "beta")
        #expect(try store.list().profiles == [profile()])
        let problem = #expect(throws: FileProblem.self) { try store.delete(named: "beta") }
        #expect(problem?.isMissing == true)
    }

    @Test("one that cannot be read is reported with its place, and the others are there")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let store = OverrideProfileStore(folder: folder.path("profiles"))
        try store.save(profile())
        try folder.write("{\n  nonsense", to: "profiles/bad.json")
        let listing = try store.list()
        #expect(listing.profiles.map(\.name) == ["QA checkout"])
        #expect(listing.problems.first?.line == 2)
    }

    @Test("a plain file of overrides is one, too, under the file's name")
    func plainFile() throws {
        let text = #"{"version": 1, "overrides": {"a": {"value": "1"}}}"#
        let profile = try OverrideProfile(parsing: Array(text.utf8), named: "team")
        #expect(profile.name == "team")
        #expect(profile.overrides["a"]?.value == "1")
    }

    @Test("survive a chat: line breaks and blanks in the line do not matter")
    func sharing() throws {
        let text = try profile().shareText
        #expect(text.hasPrefix("experiments1."))
        #expect(!text.contains { $0.isWhitespace })
        let middle = text.index(text.startIndex, offsetBy: text.count / 2)
        let broken = "  " + text[..<middle] + "\n " + text[middle...] + "\n"
        #expect(try OverrideProfile(shareText: broken) == profile())
    }

    @Test("what was cut off or mistyped on the way is refused")
    func checksum() throws {
        let text = try profile().shareText
        var mistyped = Array(text)
        mistyped[20] = mistyped[20] == "A" ? "B" : "A"
        for bad in [
            String(text.dropLast()), String(text.dropLast(12)), String(mistyped), "experiments9.x.y", "hello",
        ] {
            #expect(throws: MessageError.self, "\(bad)") { try OverrideProfile(shareText: bad) }
        }
    }

    @Test("a name that no file can have is refused", arguments: ["", "a/b", ".hidden", " x", "a\nb", "a:b"])
    func names(_ name: String) {
        #expect(throws: MessageError.self) { try OverrideProfile(name: name, overrides: .empty) }
    }

    @Test("show what they would change, comparing only value and switch")
    func difference() throws {
        let before = OverrideSet([
            "paywall": Override(value: "c", note: "another"), "timeout": Override(value: "5"),
            "old": Override(value: "1"),
        ])
        let changes = OverrideSetDifference(from: before, to: try profile().overrides).changes
        #expect(changes.map(\.name) == ["old", "timeout"])
        #expect(changes.map(\.word) == ["removed", "switched-off"])
    }
}
