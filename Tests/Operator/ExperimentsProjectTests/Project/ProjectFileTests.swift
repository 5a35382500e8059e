import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Finding the project file", .inTurn)
struct ProjectFileTests {
    @Test("the nearest project file above a folder is found")
    func upwards() throws {
        let folder = try TemporaryFolder()
        let outer = try folder.write("", to: "experiments.yaml")
        try folder.write("", to: "app/source/deep/file.swift")
        #expect(try ProjectFile.find(from: folder.path + "/app/source/deep") == outer)
        let inner = try folder.write("", to: "app/experiments.yaml")
        #expect(try ProjectFile.find(from: folder.path + "/app/source/deep") == inner)
        #expect(try ProjectFile.find(from: folder.path + "/app/source/../..") == outer)
    }

    @Test("a folder of that name is a problem, and the file of a folder above is not used")
    func folder() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "experiments.yaml")
        try folder.write("", to: "app/experiments.yaml/file")
        let problem = #expect(throws: FileProblem.self) { try ProjectFile.find(from: folder.path + "/app") }
        #expect(problem?.path == folder.path("app/experiments.yaml"))
        #expect(problem?.advice == "rename that folder, or name a project file with --config")
    }

    @Test("if there is none, none is found")
    func none() throws {
        let folder = try TemporaryFolder()
        #expect(try ProjectFile.find(from: folder.path) == nil)
    }

    @Test("one that leads nowhere, or cannot be looked at, is a problem, and not the one of a folder above")
    func unknown() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "experiments.yaml")
        try folder.write("", to: "app/file")
        #expect(symlink("/nowhere/experiments.yaml", folder.path("app/experiments.yaml")) == 0)
        let dangling = #expect(throws: FileProblem.self) { try ProjectFile.find(from: folder.path("app")) }
        #expect(dangling?.path == folder.path("app/experiments.yaml"))
        #expect(dangling?.message.contains("no such file") == true)
        #expect(
            dangling?.advice
                == "the symbolic link experiments.yaml leads to /nowhere/experiments.yaml, which does not exist; "
                + "restore that file, remove the link, or name a project file with --config")
        #expect(unlink(folder.path("app/experiments.yaml")) == 0)
        #expect(symlink("experiments.yaml", folder.path("app/experiments.yaml")) == 0)
        let circle = #expect(throws: FileProblem.self) { try ProjectFile.find(from: folder.path("app")) }
        #expect(circle?.advice == "check where its symbolic links lead, or name a project file with --config")
        #expect(unlink(folder.path("app/experiments.yaml")) == 0)
        // A file in the place of a folder has none.
        #expect(try ProjectFile.find(from: folder.path("app/file")) == folder.path("experiments.yaml"))
    }

    @Test(
        "messages show a short path",
        arguments: [
            ("/a/b/experiments.yaml", "/a/b", "experiments.yaml"),
            ("/a/b/experiments.yaml", "/a", "b/experiments.yaml"),
            ("/a/experiments.yaml", "/a/b/c", "../../experiments.yaml"),
            ("/x/experiments.yaml", "/a/b", "/x/experiments.yaml"),
            ("/nope", "/a/b/c", "/nope"), ("/nope", "/", "nope"),
            ("experiments.yaml", "/a", "experiments.yaml"),
        ])
    func shown(path: String, folder: String, expected: String) {
        #expect(ProjectFile.shownPath(of: path, from: folder) == expected)
    }
}
