import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Reading whole files", .inTurn)
struct FileBytesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("gives every byte", arguments: [0, 1, 4_095, 4_096, 100_000])
    func reads(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.write(Data(bytes), to: "file")
        #expect(try FileBytes.read(path) == bytes)
    }

    @Test("distinguishes a missing file from one that cannot be read")
    func missing() throws {
        let missing = #expect(throws: FileProblem.self) { try FileBytes.read(folder.path("none")) }
        #expect(missing?.isMissing == true)
        #expect(missing?.message == "cannot open: no such file or directory")
        let directory = #expect(throws: FileProblem.self) { try FileBytes.read(folder.path) }
        #expect(directory?.isMissing == false)
        #expect(directory?.message == "is a directory, not a file")
        #expect(directory?.description == "\(folder.path): is a directory, not a file; name a file")
    }

    @Test("names the link that leads to nothing, also if it is a folder on the way")
    func danglingLink() throws {
        #expect(symlink("gone", folder.path("link")) == 0)
        let words = "the symbolic link link leads to \(folder.path("gone")), which does not exist"
        for path in ["link", "link/deep/file"] {
            let problem = #expect(throws: FileProblem.self) { try FileBytes.read(folder.path(path)) }
            #expect(problem?.isMissing == true && problem?.advice == words)
        }
        let plain = #expect(throws: FileProblem.self) { try FileBytes.read(folder.path("none/file")) }
        #expect(plain?.advice == nil)
    }

    @Test("refuses a pipe instead of waiting for it", .timeLimit(.minutes(60)))
    func pipe() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let problem = #expect(throws: FileProblem.self) { try FileBytes.read(folder.path("pipe")) }
        #expect(problem?.message == "is a pipe, not a file")
    }

    @Test("refuses what is larger than the limit")
    func limit() throws {
        let path = try folder.write("12345", to: "file")
        #expect(throws: Never.self) { try FileBytes.read(path, limit: 5) }
        let problem = #expect(throws: FileProblem.self) { try FileBytes.read(path, limit: 4) }
        #expect(problem?.message == "is larger than 4 bytes")
    }

    @Test("refuses a file that only claims to be enormous, without taking the memory")
    func enormous() throws {
        let path = try folder.write("", to: "file")
        #expect(truncate(path, 1 << 40) == 0)
        #expect(throws: FileProblem.self) { try FileBytes.read(path) }
    }

    #if os(Linux)
    @Test("reads files whose size the system does not know")
    func unknownSize() throws {
        let text = String(decoding: try FileBytes.read("/proc/self/status"), as: UTF8.self)
        #expect(text.hasPrefix("Name:"))
    }
    #endif
}
