import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("Who may read what is made", .inTurn)
struct FilePermissionsTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("new/overrides.json")
    }

    private func permissions(_ name: String) throws -> Int {
        try #require(
            FileManager.default.attributesOfItem(atPath: folder.path("new/" + name))[.posixPermissions]
                as? Int)
    }

    private func change(_ value: String) throws {
        let store = JSONOverrideStore(path: path, watcher: nil)
        try OverrideJournalFile(besideOverridesAt: path).change(store, "set", by: OverrideOrigin(), at: .now)
        {
            $0["a"] = Override(value: value)
        }
    }

    /// With everything that may lie beside overrides.
    private func makeAll(_ value: String) throws {
        try change(value)
        try FileLock.whileHeld(guarding: path) {
            #expect(throws: FileProblem.self) {
                try FileLock.whileHeld(guarding: path, patience: .milliseconds(1)) {}
            }
        }
        try OverrideProfileStore(besideOverridesAt: path).save(OverrideProfile(name: "QA", overrides: .empty))
    }

    private static let files = [
        "overrides.json", "overrides.json.lock", ".overrides.json.lock-line",
        ".override-journal/overrides.json",
        ".override-journal/.gitignore", "profiles/QA.json",
    ]

    @Test("only the user can read the overrides and the files beside them")
    func made() throws {
        try makeAll("1")
        for name in Self.files { #expect(try permissions(name) == 0o600, "\(name)") }
        for name in ["", "profiles", ".override-journal"] {
            #expect(try permissions(name) == 0o700, "\(name)")
        }
    }

    @Test(
        "beside overrides of other permissions, everything is as they are",
        arguments: [(0o600, 0o700), (0o640, 0o750), (0o660, 0o770), (0o644, 0o755)])
    func alike(_ bits: Int, _ ofFolders: Int) throws {
        try folder.write(OverrideSet.empty.documentText, to: "new/overrides.json")
        #expect(chmod(path, mode_t(bits)) == 0)
        try makeAll("1")
        for name in Self.files { #expect(try permissions(name) == bits, "\(name)") }
        for name in ["profiles", ".override-journal"] {
            #expect(try permissions(name) == ofFolders, "\(name)")
        }
    }

    @Test("when overrides are shared or hidden, the journal and the lock follow with the next change")
    func follows() throws {
        try change("1")
        for bits in [0o660, 0o600] {
            #expect(chmod(path, mode_t(bits)) == 0)
            try change("\(bits)")
            for name in Self.files.prefix(2) + [".override-journal/overrides.json"] {
                #expect(try permissions(name) == bits, "\(name)")
            }
        }
    }

    @Test("beside overrides that their owner may not write, the lock and the journal can be written still")
    func writeProtected() throws {
        try folder.write(OverrideSet.empty.documentText, to: "new/overrides.json")
        #expect(chmod(path, 0o444) == 0)
        try change("1")
        #expect(try permissions("overrides.json") == 0o444)
        #expect(try permissions("overrides.json.lock") == 0o644)
        #expect(try permissions(".override-journal/overrides.json") == 0o644)
    }

    @Test("a replacement is never readable for more than the file, not even before it has taken its place")
    func partial() throws {
        let seen = Recorder<Int>()
        try FileMoment.$witness.withValue(
            { what, path in
                let name = ".\((path as NSString).lastPathComponent).experiments-partial"
                let partial = ((path as NSString).deletingLastPathComponent as NSString)
                    .appendingPathComponent(name)
                let attributes = try? FileManager.default.attributesOfItem(atPath: partial)
                if let bits = attributes?[.posixPermissions] as? Int { seen.record(bits) }
            }, operation: { try change("1") })
        #expect(!seen.elements.isEmpty && seen.elements.allSatisfy { $0 == 0o600 })
    }

    @Test("a private file that others could read is narrowed when it is replaced")
    func narrows() throws {
        try folder.write("old", to: "new/file")
        #expect(chmod(folder.path("new/file"), 0o644) == 0)
        try AtomicFile.write(Array("new".utf8), to: folder.path("new/file"), permissions: .ownerOnly)
        #expect(try permissions("file") == 0o600)
    }

    @Test(
        "the group of the overrides is that of what lies beside them",
        .enabled(if: geteuid() == 0, "only root may give files away"))
    func group() throws {
        try folder.write(OverrideSet.empty.documentText, to: "new/overrides.json")
        #expect(chmod(path, 0o660) == 0 && chown(path, 12_345, 54_321) == 0)
        try makeAll("1")
        for name in Self.files {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("new/" + name))
            #expect(attributes[.groupOwnerAccountID] as? Int == 54_321, "\(name)")
            #expect(attributes[.ownerAccountID] as? Int == 12_345, "\(name)")
        }
    }
}
