import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("What git does not commit by default", .inTurn)
struct HiddenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lines(_ name: String) throws -> [String] {
        try folder.text(of: name).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    private static let events = ["/events.key*", "/events.sqlite*", "/.events.*"]
    private static let locks = ["*.lock", "*.lock-line", "*.experiments-partial"]

    @Test("events and locks in a folder of the program", arguments: [true, false])
    func ownFolder(hasEvents: Bool) throws {
        try folder.write("{}", to: ".experiments/overrides.json")
        try Folders.hidePrivateFiles(in: folder.path(".experiments"), hasEvents: hasEvents)
        #expect(try lines(".experiments/.gitignore") == Self.events + Self.locks)
    }

    @Test("events alone in another folder, which may have locks of other programs")
    func otherFolder() throws {
        try folder.write("{}", to: "dev/overrides.json")
        try Folders.hidePrivateFiles(in: folder.path("dev"), hasEvents: false)
        #expect(try folder.names().contains(".gitignore") == false)
        try Folders.hidePrivateFiles(in: folder.path("dev"), hasEvents: true)
        #expect(try lines("dev/.gitignore") == Self.events)
    }

    @Test("is added to the lines that are there, and nothing is added twice")
    func existing() throws {
        try folder.write("node_modules\n*.lock", to: ".experiments/.gitignore")
        for _ in 0..<2 { try Folders.hidePrivateFiles(in: folder.path(".experiments"), hasEvents: true) }
        let added = Self.events + Self.locks.dropFirst()
        #expect(try lines(".experiments/.gitignore") == ["node_modules", "*.lock"] + added)
    }

    @Test("keeps the lines that are there byte by byte, also if they are not UTF-8")
    func otherEncoding() throws {
        let old: [UInt8] = Array("caf".utf8) + [0xE9, UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        try AtomicFile.write(old, to: folder.path(".experiments/.gitignore"))
        try Folders.hidePrivateFiles(in: folder.path(".experiments"), hasEvents: true)
        let bytes = try FileBytes.read(folder.path(".experiments/.gitignore"))
        #expect(Array(bytes.prefix(old.count)) == old)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\n/events.key*\n"))
    }

    @Test("is not changed where everything is hidden")
    func everything() throws {
        try folder.write("*\n", to: ".experiments/.gitignore")
        try Folders.hidePrivateFiles(in: folder.path(".experiments"), hasEvents: true)
        #expect(try folder.text(of: ".experiments/.gitignore") == "*\n")
    }

    @Test("is hidden by the first change of an override")
    func change() throws {
        let path = folder.path(".experiments/overrides.json")
        let store = JSONOverrideStore(path: path, watcher: nil)
        try OverrideJournalFile(besideOverridesAt: path).change(store, "set", by: OverrideOrigin(), at: .now)
        {
            $0["a"] = Override(value: "1")
        }
        #expect(try lines(".experiments/.gitignore") == Self.events + Self.locks)
    }
}

@Suite("A disk that does not confirm a change", .inTurn)
struct UnconfirmedChangeTests {
    @Test(
        "is reported, except where the file system cannot flush folders",
        arguments: [
            (EIO, true), (ENOSPC, true), (EDQUOT, true), (EINVAL, false), (ENOTSUP, false), (ENOSYS, false),
            (0, false),
        ])
    func folders(code: Int32, isReported: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.json")
        func write() throws { try AtomicFile.write(Array("new".utf8), to: path) }
        try AtomicFile.$flushFolder.withValue({ _ in code }) {
            if isReported {
                let problem = #expect(throws: FileProblem.self) { try write() }
                #expect(problem?.message.hasPrefix("cannot be flushed to the disk: ") == true)
            } else {
                try write()
            }
        }
        #expect(try folder.text(of: "a.json") == "new")
    }
}
