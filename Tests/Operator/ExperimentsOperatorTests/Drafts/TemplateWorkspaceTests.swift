import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("The draft of a template in a file", .inTurn)
struct TemplateWorkspaceTests {
    private let folder: TemporaryFolder
    private let workspace: TemplateWorkspace

    init() throws {
        folder = try TemporaryFolder()
        let path = try folder.write(Self.template("grey"), to: "template.json")
        workspace = TemplateWorkspace(
            source: "a/b", environment: nil, origin: .file(path: path, shownAs: "template.json"),
            besideOverridesAt: folder.path(".experiments/overrides.json"))
    }

    private static func template(_ color: String) -> String {
        #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}}"#
    }

    private let red = TemplateEdit.setValue(key: "color", condition: nil, .text("red"))

    @Test("begins with an edit, can be read only by its owner, and is found by the next program")
    func begin() async throws {
        #expect(try workspace.store.read() == nil)
        try await workspace.change(.make([red]))
        #expect(try workspace.store.read()?.edits == [red])
        let path = workspace.store.path
        #expect(path.hasSuffix(".experiments/drafts/a%2Fb.json"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("takes several edits or none")
    func allOrNone() async throws {
        await #expect(throws: TemplateEditProblem.self) {
            try await workspace.change(.make([red, .removeParameter(key: "none")]))
        }
        #expect(try workspace.store.read() == nil)
    }

    @Test("is undone, redone and discarded")
    func steps() async throws {
        try await workspace.change(.make([red]))
        #expect(try await workspace.change(.undo)?.isEmpty == true)
        #expect(try await workspace.change(.redo)?.edits == [red])
        await #expect(throws: TemplateEditProblem.self) { try await workspace.change(.redo) }
        #expect(try await workspace.change(.discard) == nil)
        #expect(!FileManager.default.fileExists(atPath: workspace.store.path))
    }

    @Test("that cannot be read is not changed")
    func unreadable() async throws {
        try await workspace.change(.make([red]))
        try Data("{".utf8).write(to: URL(fileURLWithPath: workspace.store.path))
        let problem = await #expect(throws: FileProblem.self) { try await workspace.change(.make([red])) }
        #expect(problem?.line == 1)
        #expect(try String(contentsOfFile: workspace.store.path, encoding: .utf8) == "{")
    }

    @Test("of another origin is not taken for this one's")
    func otherOrigin() async throws {
        try await workspace.change(.make([red]))
        let other = TemplateWorkspace(
            source: "a/b", environment: nil, origin: .file(path: "/other.json"),
            besideOverridesAt: folder.path(".experiments/overrides.json"))
        let problem = #expect(throws: FileProblem.self) { try other.store.read() }
        #expect(problem?.message.contains("template.json") == true)
    }

    @Test("is published into its file, unless that was changed")
    func publish() async throws {
        try await workspace.change(.make([red]))
        let base = try await workspace.origin.published()
        let draft = try #require(try workspace.store.read())
        guard case .published(let published, _, _) = await outcome(of: draft) else {
            Issue.record("not published")
            return
        }
        #expect(try folder.text(of: "template.json").contains("red"))
        #expect(try await workspace.origin.published().etag == published.etag)
        #expect(published.etag != base.etag)
        guard case .conflict = await outcome(of: draft) else {
            Issue.record("published over another version")
            return
        }
        // What is published is no draft any more; what was edited meanwhile stays one.
        try await workspace.change(.make([.describeParameter(key: "color", "Paint")]))
        let left = try await workspace.change(.rebase(published))
        #expect(left?.edits == [.describeParameter(key: "color", "Paint")])
    }

    /// Publishes a draft with consent, and returns the last stage.
    private func outcome(of draft: TemplateDraft) async -> TemplatePublication.Stage {
        var publication = workspace.publication(of: .draft(draft))
        var request = publication.begin()
        while let next = request {
            request = publication.take(await workspace.origin.answer(next))
            if case .review = publication.stage { request = publication.take(.consented(note: nil)) }
        }
        return publication.stage
    }

    @Test("outlives the template that it was made on")
    func baseIsGone() async throws {
        try await workspace.change(.make([red]))
        try FileManager.default.removeItem(atPath: folder.path("template.json"))
        try await workspace.change(.make([.describeParameter(key: "color", "Paint")]))
        #expect(try workspace.store.read()?.edits.count == 2)
        var publication = workspace.publication(of: .draft(try #require(try workspace.store.read())))
        let event = await workspace.origin.answer(try #require(publication.begin()))
        _ = publication.take(event)
        guard case .refused(let reason, _) = publication.stage else {
            Issue.record("\(publication.stage)")
            return
        }
        #expect(reason.place?.file == "template.json")
    }
}
