import Dispatch
import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Files replaced as a whole", .inTurn)
struct AtomicFileTests {
    private let folder: TemporaryFolder
    private let files = FileManager.default

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, to path: String) throws {
        try AtomicFile.write(Array(text.utf8), to: path)
    }

    private func permissions(_ path: String) throws -> Int {
        try #require(files.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("a file is replaced only as long as it holds what was read")
    func replaced() throws {
        let path = folder.path("file")
        #expect(try AtomicFile.replace(Array("old".utf8), with: Array("new".utf8), at: path) == false)
        #expect(try folder.names() == [])
        #expect(try AtomicFile.replace(nil, with: Array("first".utf8), at: path))
        #expect(try AtomicFile.replace(nil, with: Array("other".utf8), at: path) == false)
        #expect(try AtomicFile.replace(Array("firsts".utf8), with: Array("other".utf8), at: path) == false)
        #expect(try folder.text(of: "file") == "first")
        #expect(try AtomicFile.replace(Array("first".utf8), with: Array("second".utf8), at: path))
        #expect(try folder.text(of: "file") == "second")
        #expect(try folder.names() == ["file"])
    }

    @Test("a file is made with the folders it needs, and nothing is left beside it")
    func makes() throws {
        try write("new", to: folder.path("a/b/file"))
        #expect(try folder.text(of: "a/b/file") == "new")
        #expect(try files.contentsOfDirectory(atPath: folder.path("a/b")) == ["file"])
    }

    @Test("a file is replaced, not written into")
    func replaces() throws {
        try folder.write("old", to: "file")
        try files.linkItem(atPath: folder.path("file"), toPath: folder.path("witness"))
        try write("new", to: folder.path("file"))
        #expect(try folder.text(of: "file") == "new")
        #expect(try folder.text(of: "witness") == "old")
    }

    @Test("the permissions of a file are kept, whatever the mask", arguments: [0o600, 0o666, 0o755, 0o640])
    func keepsPermissions(_ bits: Int) throws {
        try folder.write("old", to: "file")
        try files.setAttributes([.posixPermissions: bits], ofItemAtPath: folder.path("file"))
        try write("new", to: folder.path("file"))
        #expect(try permissions(folder.path("file")) == bits)
    }

    @Test("the owner of a file is kept", .enabled(if: geteuid() == 0, "only root may give files away"))
    func keepsOwner() throws {
        try folder.write("old", to: "file")
        #expect(chown(folder.path("file"), 12_345, 54_321) == 0)
        try write("new", to: folder.path("file"))
        let attributes = try files.attributesOfItem(atPath: folder.path("file"))
        #expect(attributes[.ownerAccountID] as? Int == 12_345)
        #expect(attributes[.groupOwnerAccountID] as? Int == 54_321)
    }

    @Test("a symbolic link stays one, and what it leads to is replaced or made", arguments: [true, false])
    func followsLinks(_ exists: Bool) throws {
        try files.createDirectory(atPath: folder.path("real"), withIntermediateDirectories: false)
        if exists { try folder.write("old", to: "real/file") }
        try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real/file")
        try write("new", to: folder.path("link"))
        #expect(try files.destinationOfSymbolicLink(atPath: folder.path("link")) == "real/file")
        #expect(try folder.text(of: "real/file") == "new")
        #expect(try folder.names() == ["link", "real"])
    }

    @Test("a link into a missing folder is refused, since the folder may be on a disk that is not mounted")
    func danglingLink() throws {
        try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "far/away/file")
        let problem = #expect(throws: FileProblem.self) { try write("new", to: folder.path("link")) }
        #expect(problem?.path == folder.path("link"))
        #expect(problem?.message.contains("leads to \(folder.path("far/away/file"))") == true)
        #expect(problem?.advice == "create the folder, or remove the link; nothing was changed")
        #expect(try folder.names() == ["link"])
    }

    @Test("a folder or a pipe is not replaced")
    func plainFilesOnly() throws {
        try files.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let ofFolder = #expect(throws: FileProblem.self) { try write("x", to: folder.path("folder")) }
        #expect(ofFolder?.message == "is a directory, not a file")
        let ofPipe = #expect(throws: FileProblem.self) { try write("x", to: folder.path("pipe")) }
        #expect(ofPipe?.message == "is a pipe, not a file")
        #expect(try folder.names() == ["folder", "pipe"])
    }

    @Test("a file where a folder should be is reported")
    func fileInTheWay() throws {
        try folder.write("", to: "file")
        let problem = #expect(throws: FileProblem.self) { try write("x", to: folder.path("file/inner")) }
        #expect(problem?.path == folder.path("file/inner"))
        #expect(problem?.message.contains("not a directory") == true)
        #expect(problem?.isMissing == false)
    }

    @Test("what a killed writer left is used up by the next")
    func usesUpLeftovers() throws {
        try folder.write(
            String(repeating: "half a file, and longer than the new one", count: 9), to: partialName)
        try write("new", to: folder.path("file"))
        #expect(try folder.text(of: "file") == "new")
        #expect(try folder.names() == ["file"])
    }

    private let partialName = ".file.experiments-partial"

    @Test("a symbolic link put in place of the replacement is not followed")
    func notThroughLinks() throws {
        try folder.write("precious", to: "elsewhere")
        try files.createSymbolicLink(atPath: folder.path(partialName), withDestinationPath: "elsewhere")
        #expect(throws: FileProblem.self) { try write("new", to: folder.path("file")) }
        #expect(try folder.text(of: "elsewhere") == "precious")
    }

    @Test("with many writers together, a reader finds one whole content")
    func manyWriters() throws {
        let path = folder.path("file")
        @Sendable func content(_ writer: Int) -> String {
            String(repeating: "\(writer)", count: 20_000 + writer)
        }
        try write(content(0), to: path)
        let torn = Recorder<Int>()
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for _ in 0..<30 {
                if thread < 4 {
                    try? AtomicFile.write(Array(content(thread).utf8), to: path)
                } else if let bytes = try? FileBytes.read(path), let first = bytes.first {
                    let writer = Int(first) - 48
                    if bytes.count != 20_000 + writer || !bytes.allSatisfy({ $0 == first }) {
                        torn.record(bytes.count)
                    }
                } else {
                    torn.record(0)
                }
            }
        }
        #expect(torn.elements.isEmpty)
        #expect(try folder.names() == ["file"])
    }
}
