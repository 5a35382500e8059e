import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import FirebaseTemplates
import TestSupport
import Testing

@Suite("Two publishers")
struct TemplatePublisherTests {
    private let service = ScriptedService()

    private func edited(version: Int?) throws -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array(ScriptedService.template(version: version, color: "mine").utf8))
    }

    @Test("an edit of what is published is shown, and published under its tag")
    func fresh() async throws {
        service.add(version: 7, color: "red", etag: "etag-7")
        service.add(version: 8, color: "mine", etag: "etag-8")
        let seen = Recorder<TemplateDifference>()
        let published = try await TemplatePublisher(service.client()).publish(edited(version: 7)) { _, difference in
            seen.record(difference)
        }
        #expect(published.template.versionNumber == 8)
        #expect(seen.elements.first?.changes.map(\.subject) == [.parameter("color")])
        #expect(service.requests.last?.headers["if-match"] == "etag-7")
    }

    @Test("what was said about the version that was edited is not said about the new one")
    func description() async throws {
        let text = #"{"parameters":{},"version":{"versionNumber":"7","description":"old words"}}"#
        service.add(200, text, etag: "etag-7")
        service.add(version: 8, color: "x", etag: "etag-8")
        service.add(200, text, etag: "etag-7")
        service.add(version: 8, color: "x", etag: "etag-8")
        var edit = try RemoteConfigTemplate(parsing: Array(text.utf8))
        edit.setDefaultValue(.text("1"), of: "a")
        _ = try await TemplatePublisher(service.client()).publish(edit)
        edit.setVersionDescription("new words")
        _ = try await TemplatePublisher(service.client()).publish(edit)
        let bodies = service.requests.compactMap(\.body).map { String(decoding: $0, as: UTF8.self) }
        #expect(bodies.map { $0.contains("old words") } == [false, false])
        #expect(bodies.map { $0.contains("new words") } == [false, true])
    }

    @Test("an edit of an older version is not sent, and comes back beside what others changed")
    func stale() async throws {
        service.add(version: 9, color: "theirs", etag: "etag-9")
        service.add(version: 7, color: "red", etag: "etag-7")
        let edit = try edited(version: 7)
        let conflict = try await #require(throws: TemplatePublisher.Conflict.self) {
            try await TemplatePublisher(service.client()).publish(edit)
        }
        #expect(conflict.base == 7)
        #expect(conflict.current.template.versionNumber == 9)
        #expect(conflict.edit.changes.first?.lines.last == #"    default: "red" → "mine""#)
        #expect(conflict.others?.changes.first?.lines.last == #"    default: "red" → "theirs""#)
        #expect(conflict.overlap == [.parameter("color")])
        #expect(service.requests.allSatisfy { $0.method == .get })
    }

    @Test(
        "an edit of a version of another project is not sent, although the number is the same",
        arguments: [(7, 7), (3, 9)])
    func foreign(number: Int, current: Int) async throws {
        func template(_ number: Int, _ time: String) -> String {
            #"{"parameters":{},"version":{"versionNumber":"\#(number)","updateTime":"\#(time)"}}"#
        }
        service.add(200, template(current, "2026-02-01T00:00:00Z"), etag: "etag")
        service.add(200, template(number, "2026-01-01T00:00:00Z"), etag: "etag-of-number")
        var edit = try RemoteConfigTemplate(parsing: Array(template(number, "2025-01-01T00:00:00Z").utf8))
        edit.setDefaultValue(.text("1"), of: "a")
        let edited = edit
        let conflict = try await #require(throws: TemplatePublisher.Conflict.self) {
            try await TemplatePublisher(service.client()).publish(edited)
        }
        #expect(conflict.isBaseForeign && conflict.others == nil)
        #expect(conflict.message.hasPrefix("the file is based on version \(number) of another template, but version"))
        #expect(service.requests.allSatisfy { $0.method == .get })
    }

    @Test("the time of a version may be given without its fraction")
    func fraction() async throws {
        func template(_ time: String) -> String {
            #"{"parameters":{},"version":{"versionNumber":"7","updateTime":"\#(time)"}}"#
        }
        service.add(200, template("2026-02-01T00:00:00.987654Z"), etag: "etag-7")
        service.add(version: 8, color: "x", etag: "etag-8")
        var edit = try RemoteConfigTemplate(parsing: Array(template("2026-02-01T00:00:00Z").utf8))
        edit.setDefaultValue(.text("1"), of: "a")
        #expect(try await TemplatePublisher(service.client()).publish(edit).template.versionNumber == 8)
    }

    @Test("a mismatch at the last moment brings the edit back, too")
    func race() async throws {
        service.add(version: 7, color: "red", etag: "etag-7")
        service.add(412, #"{"error": {"message": "[VERSION_MISMATCH]: no", "status": "FAILED_PRECONDITION"}}"#)
        service.add(version: 8, color: "theirs", etag: "etag-8")
        let edit = try edited(version: nil)
        let conflict = try await #require(throws: TemplatePublisher.Conflict.self) {
            try await TemplatePublisher(service.client()).publish(edit)
        }
        #expect(conflict.edit.changes.count == 1)
        #expect(conflict.others?.changes.count == 1)
    }

    @Test("what the review throws keeps the edit from being sent")
    func review() async throws {
        service.add(version: 7, color: "red", etag: "etag-7")
        let edit = try edited(version: 7)
        await #expect(throws: CancellationError.self) {
            try await TemplatePublisher(service.client()).publish(edit) { _, _ in throw CancellationError() }
        }
        #expect(service.requests.count == 1)
    }

    @Test("a version that is gone leaves the edit told against what is published")
    func goneBase() async throws {
        service.add(version: 9, color: "theirs", etag: "etag-9")
        service.add(404, "{}")
        let edit = try edited(version: 2)
        let conflict = try await #require(throws: TemplatePublisher.Conflict.self) {
            try await TemplatePublisher(service.client()).publish(edit)
        }
        #expect(conflict.others == nil)
        #expect(conflict.edit.changes.first?.lines.last == #"    default: "theirs" → "mine""#)
    }
}
