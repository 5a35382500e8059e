import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("An edited template beside the published one", .inTurn)
struct TemplateFileConflictTests {
    private func template(_ number: Int?, color: String, at time: String? = nil) throws
        -> RemoteConfigTemplate
    {
        var version = JSONObject()
        version["versionNumber"] = number.map { .string(String($0)) }
        version["updateTime"] = time.map(JSONValue.string)
        var json = JSONObject()
        json["parameters"] = ["color": ["defaultValue": ["value": .string(color)]]]
        if !version.isEmpty { json["version"] = .object(version) }
        return try RemoteConfigTemplate(.object(json))
    }

    private func published(_ number: Int, color: String, at time: String? = nil) throws -> PublishedTemplate {
        PublishedTemplate(template: try template(number, color: color, at: time), etag: "etag-\(number)")
    }

    @Test("is based on an older version if its number or its ETag is another one")
    func stale() throws {
        let current = try published(9, color: "theirs")
        #expect(try template(7, color: "mine").isStale(beside: current))
        #expect(try !template(9, color: "mine").isStale(beside: current))
        #expect(try template(9, color: "mine").isStale(etag: "etag-7", beside: current))
        #expect(try !template(7, color: "mine").isStale(etag: "etag-9", beside: current))
        #expect(try !template(nil, color: "mine").isStale(beside: current))
        #expect(try !template(nil, color: "mine").saysItsBase())
    }

    @Test("shows the edit next to what others changed since its base")
    func conflict() throws {
        let conflict = TemplateFileConflict(
            try template(7, color: "mine"), base: try template(7, color: "red"),
            current: try published(9, color: "theirs"))
        #expect(conflict.base == 7)
        #expect(conflict.edit.changes.first?.lines.last == #"    default: "red" → "mine""#)
        #expect(conflict.others?.changes.first?.lines.last == #"    default: "red" → "theirs""#)
        #expect(conflict.overlap == [.parameter("color")])
    }

    @Test("is compared with the published version if its base no longer exists")
    func goneBase() throws {
        let conflict = TemplateFileConflict(
            try template(2, color: "mine"), base: nil, current: try published(9, color: "theirs"))
        #expect(conflict.others == nil)
        #expect(conflict.edit.changes.first?.lines.last == #"    default: "theirs" → "mine""#)
    }

    @Test(
        "is not taken for a version of this project if the version here was published at another time",
        arguments: [(7, 7), (3, 9)])
    func foreign(number: Int, current: Int) throws {
        let edited = try template(number, color: "mine", at: "2025-01-01T00:00:00Z")
        let now = try published(current, color: "theirs", at: "2026-02-01T00:00:00Z")
        let base = try template(number, color: "theirs", at: "2026-01-01T00:00:00Z")
        #expect(edited.isStale(beside: now))
        let conflict = TemplateFileConflict(edited, base: base, current: now)
        #expect(conflict.isBaseForeign && conflict.others == nil)
        #expect(
            conflict.message.hasPrefix(
                "the file is based on version \(number) of another template, but version"))
    }

    @Test("is the same version if only the fraction of the second is missing")
    func fraction() throws {
        let edited = try template(7, color: "mine", at: "2026-02-01T00:00:00Z")
        #expect(!edited.isStale(beside: try published(7, color: "x", at: "2026-02-01T00:00:00.987654Z")))
    }
}
