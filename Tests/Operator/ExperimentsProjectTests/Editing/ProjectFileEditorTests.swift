import ExperimentsCore
import ExperimentsLocks
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Editing a project file on the disk", .inTurn)
struct ProjectFileEditorTests {
    private static let text = "# Mine.\nkeys:\n- name: a\n  type: int\n"
    private let folder: TemporaryFolder
    private let editor: ProjectFileEditor
    private let edit = KeyEdit.declare([CatalogKey(name: "new", schema: ValueSchema(kind: .bool))])

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.text, to: "experiments.yaml")
        editor = ProjectFileEditor(path: folder.path("experiments.yaml"), shownAs: "experiments.yaml")
    }

    @Test("a proposal changes nothing")
    func proposal() throws {
        let change = try editor.proposal(for: edit)
        #expect(change.before == Self.text)
        #expect(change.after == Self.text + "- name: new\n  type: bool\n")
        #expect(try folder.text(of: "experiments.yaml") == Self.text)
    }

    @Test("nothing but the project file is left behind, and its permissions stay")
    func made() throws {
        chmod(editor.path, 0o640)
        _ = try editor.make(edit)
        #expect(try folder.names() == ["experiments.yaml"])
        #expect(try #require(FileStatus(of: editor.path)).permissions == 0o640)
    }

    @Test("what someone else writes in the same moment is kept, and the key is declared in it")
    func meanwhile() throws {
        let path = editor.path
        let isFirst = Mutex(true)
        let other = Self.text + "- name: theirs\n  type: int\n"
        let change = try FileMoment.$witness.withValue({ what, _ in
            guard what == "replace",
                isFirst.withLock({ was in
                    defer { was = false }; return was
                })
            else { return }
            try? Data(other.utf8).write(to: URL(fileURLWithPath: path))
        }) { try editor.make(edit) }
        #expect(change.before == other)
        #expect(try folder.text(of: "experiments.yaml") == other + "- name: new\n  type: bool\n")
    }

    @Test("a change that was looked at is not written over another text")
    func looked() throws {
        let change = try editor.proposal(for: edit)
        try folder.write("keys: []\n", to: "experiments.yaml")
        #expect(try editor.write(change) == false)
        #expect(try folder.text(of: "experiments.yaml") == "keys: []\n")
        #expect(try folder.names() == ["experiments.yaml"])
    }

    @Test("a file that others change all the time is an error, and theirs")
    func busy() throws {
        let path = editor.path
        let count = Mutex(0)
        let problem = #expect(throws: ProjectEditProblem.self) {
            try FileMoment.$witness.withValue({ what, _ in
                guard what == "replace" else { return }
                let number = count.withLock {
                    $0 += 1; return $0
                }
                try? Data("# \(number)\n\(Self.text)".utf8).write(to: URL(fileURLWithPath: path))
            }) { _ = try editor.make(edit) }
        }
        #expect(problem?.reason == .busy)
        #expect(try folder.text(of: "experiments.yaml").hasSuffix(Self.text))
    }

    @Test("a symbolic link stays one")
    func link() throws {
        try folder.write(Self.text, to: "real/file.yaml")
        symlink("real/file.yaml", folder.path("link.yaml"))
        _ = try ProjectFileEditor(path: folder.path("link.yaml")).make(edit)
        #expect(try folder.text(of: "real/file.yaml").contains("name: new"))
        #expect(PathText.linkTarget(of: folder.path("link.yaml")) == "real/file.yaml")
    }

    @Test("problems name the file as people know it")
    func problems() throws {
        let problem = #expect(throws: ProjectEditProblem.self) { try editor.proposal(for: .drop(["b"])) }
        #expect(problem?.place?.file == "experiments.yaml")
        let missing = #expect(throws: FileProblem.self) {
            try ProjectFileEditor(path: folder.path("none.yaml"), shownAs: "none.yaml").proposal(for: edit)
        }
        #expect(missing?.path == "none.yaml")
        try Data([0x6B, 0xFF]).write(to: URL(fileURLWithPath: editor.path))
        #expect(throws: FileProblem.self) { try editor.proposal(for: edit) }
    }
}
