import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Large project files", .inTurn)
struct LargeFileTests {
    private func write(keys count: Int, in folder: TemporaryFolder, ending: String = "") throws -> String {
        var text = "source: {kind: file, path: config.json}\nkeys:\n"
        for number in 0..<count {
            text +=
                "  - name: feature_with_a_long_name_\(number)\n    title: Feature \(number)\n    type: string\n"
            text += "    cases: [a, b]\n    default: a\n    group: Group \(number % 7)\n"
        }
        return try folder.write(text + ending, to: "experiments.yaml")
    }

    @Test("are read from the disk as from a text")
    func sameKeys() throws {
        let folder = try TemporaryFolder()
        let path = try write(keys: 25_000, in: folder)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let project = try Project(readingFileAt: path)
        #expect(project.keys.count == 25_000)
        #expect(project.keys == (try Project(parsing: text, path: path)).keys)
    }

    @Test("may list very many cases, and one that is there twice is reported")
    func cases() throws {
        let names = (0..<20_000).map { "case_\($0)" }
        let text = "source: {kind: file, path: c.json}\nkeys:\n  - {name: a, type: string, cases: [CASES]}\n"
        let project = try Project(
            parsing: text.replacing("CASES", with: names.joined(separator: ", ")), path: "experiments.yaml")
        #expect(project.keys.first?.schema.cases == names)
        let problems = #expect(throws: ProjectProblems.self) {
            try Project(
                parsing: text.replacing("CASES", with: (names + ["case_7"]).joined(separator: ", ")),
                path: "experiments.yaml")
        }
        #expect(problems?.problems.map(\.message) == [#"`cases[20000]` of key "a" repeats "case_7""#])
    }

    @Test("report their problems like any other")
    func problems() throws {
        let folder = try TemporaryFolder()
        let path = try write(keys: 25_000, in: folder, ending: "  - name: x\n    tittle: X\n    type: bool\n")
        #expect(throws: ProjectProblems.self) { try Project(readingFileAt: path) }
    }
}
