#if os(Linux)
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite(
    "Overrides on a disk in trouble", .fewAtATime, .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.absence)")
)
struct DiskTroubleTests {
    private let disk: SmallDisk
    private let path: String

    init() throws {
        disk = try SmallDisk()
        path = disk.folder.path("overrides.json")
    }

    @Test("a full disk is reported, the old content stays, and nothing is left behind")
    func full() throws {
        let store = JSONOverrideStore(path: path, watcher: nil)
        try store.update { $0["a"] = Override(value: "1") }
        let before = try disk.folder.text(of: "overrides.json")
        try disk.fill()
        let problem = #expect(throws: FileProblem.self) {
            try store.update { $0["b"] = Override(value: String(repeating: "long", count: 5_000)) }
        }
        #expect(problem?.message == "cannot write: no space left on device")
        #expect(problem?.path == path)
        #expect(problem?.advice == "free some space and try again; nothing was changed")
        #expect(try disk.folder.text(of: "overrides.json") == before)
        #expect(try disk.folder.names() == ["filler", "overrides.json", "overrides.json.lock"])
        #expect(store.overrides.names == ["a"])
        #expect(store.problem == nil)

        try FileManager.default.removeItem(atPath: disk.folder.path("filler"))
        try store.update { $0["b"] = Override(value: "2") }
        #expect(store.overrides.names == ["a", "b"])
    }

    @Test("a read-only disk is reported, and its overrides are active still", arguments: [true, false])
    func readOnly(_ hasLockFile: Bool) throws {
        let document = OverrideSet(["a": Override(value: "1")]).documentText
        try disk.folder.write(document, to: "overrides.json")
        if hasLockFile { try disk.folder.write("", to: "overrides.json.lock") }
        try disk.becomeReadOnly()
        let store = JSONOverrideStore(path: path)
        #expect(store.overrides.names == ["a"])
        #expect(store.problem == nil)
        let problem = #expect(throws: FileProblem.self) {
            try store.update { $0["b"] = Override(value: "2") }
        }
        #expect(problem?.message.hasSuffix("read-only file system") == true)
        #expect(problem?.advice == "check the permissions of the file and its folder; nothing was changed")
        #expect(try disk.folder.text(of: "overrides.json") == document)
        #expect(store.overrides.names == ["a"])
    }
}
#endif
