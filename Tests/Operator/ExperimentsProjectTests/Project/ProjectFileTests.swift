import ExperimentsProject
import TestSupport
import Testing

@Suite("Finding the project file")
struct ProjectFileTests {
    @Test("the nearest project file above a folder is found")
    func upwards() throws {
        let folder = try TemporaryFolder()
        let outer = try folder.write("", to: "experiments.yaml")
        try folder.write("", to: "app/source/deep/file.swift")
        #expect(ProjectFile.find(from: folder.path + "/app/source/deep") == outer)
        let inner = try folder.write("", to: "app/experiments.yaml")
        #expect(ProjectFile.find(from: folder.path + "/app/source/deep") == inner)
        #expect(ProjectFile.find(from: folder.path + "/app/source/../..") == outer)
    }

    @Test("a folder of that name is none")
    func folder() throws {
        let folder = try TemporaryFolder()
        let outer = try folder.write("", to: "experiments.yaml")
        try folder.write("", to: "app/experiments.yaml/file")
        #expect(ProjectFile.find(from: folder.path + "/app") == outer)
    }

    @Test("where there is none, none is found")
    func none() throws {
        let folder = try TemporaryFolder()
        #expect(ProjectFile.find(from: folder.path) == nil)
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
