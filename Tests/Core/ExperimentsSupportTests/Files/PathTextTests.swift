import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Paths as text", .inTurn)
struct PathTextTests {
    @Test(
        "are taken apart into folder and name",
        arguments: [
            ("/a/b/c.json", "/a/b", "c.json"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b", "a", "b"),
            ("/a/b/", "/a", "b"),
            ("//a//b", "//a", "b"), ("/", ".", ""), ("a//", ".", "a"), ("./a", ".", "a"),
        ])
    func takenApart(_ path: String, _ folder: String, _ name: String) {
        #expect(PathText.folder(of: path) == folder)
        #expect(PathText.name(of: path) == name)
    }

    @Test("are joined, unless the name is absolute")
    func joined() {
        #expect(PathText.join("/a", "b") == "/a/b")
        #expect(PathText.join("/", "b") == "/b")
        #expect(PathText.join("/a", "/b") == "/b")
    }

    @Test("follow symbolic links to what may not exist, and refuse a circle")
    func links() throws {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.path("relative"), withDestinationPath: "inner/target")
        try files.createSymbolicLink(
            atPath: folder.path("second"), withDestinationPath: folder.path("relative"))
        try files.createSymbolicLink(atPath: folder.path("round"), withDestinationPath: "about")
        try files.createSymbolicLink(atPath: folder.path("about"), withDestinationPath: "round")
        #expect(try PathText.followingLinks(folder.path("second")) == folder.path("inner/target"))
        #expect(try PathText.followingLinks(folder.path("none")) == folder.path("none"))
        let problem = #expect(throws: FileProblem.self) { try PathText.followingLinks(folder.path("round")) }
        #expect(problem?.advice == "check where its symbolic links lead")
    }
}
