import ExperimentsFlagRetirement
import ExperimentsProject
import ExperimentsSourceScanning
import Foundation
import Testing

/// A source before and after a key was taken out of it, as the files in `Fixtures` have them:
///
///     ### What is shown (key=value)
///     before
///     --->
///     after
///     ---! line:column: reason
///
/// The flag is `new_flow=true` where the heading names none. `EXPERIMENTS_RECORD=1` writes what is after `--->` anew.
struct RetirementFixture: Sendable, CustomTestStringConvertible {
    let heading: String
    let key: String
    let value: String
    let before: String
    let after: String
    /// The places that stay.
    let left: [String]
    /// The file that has it.
    let file: String

    var testDescription: String { "\(file): \(heading)" }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    /// Sources that compile with the library, and have a function `check`.
    static let compiled = [
        "blocks", "conditions", "guard", "if", "leftovers", "members", "names", "others", "reads", "switch",
        "types",
        "values",
    ]
    static let files = compiled + ["keys", "tests"]
    /// The keys that the fixtures read.
    static let keys = (try? text("Keys.swift")) ?? ""
    static let all = files.flatMap { (try? fixtures(in: $0)) ?? [] }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8)
    }

    static func fixtures(in file: String) throws -> [RetirementFixture] {
        try text(file).components(separatedBy: "### ").dropFirst().map { RetirementFixture($0, in: file) }
    }

    private init(_ text: String, in file: String) {
        self.file = file
        var lines = text.components(separatedBy: "\n")
        heading = lines.removeFirst()
        let sides = lines.joined(separator: "\n").components(separatedBy: "--->\n")
        before = sides.first ?? ""
        let rest = (sides.last ?? "").components(separatedBy: "\n")
        after = rest.filter { !$0.hasPrefix("---! ") }.joined(separator: "\n")
        left = rest.filter { $0.hasPrefix("---! ") }.map { String($0.dropFirst(5)) }
        let flag = heading.hasSuffix(")") ? heading.components(separatedBy: " (").last?.dropLast() : nil
        let parts = (flag.flatMap { $0.contains("=") ? String($0) : nil } ?? "new_flow=true").components(
            separatedBy: "=")
        (key, value) = (parts[0], parts.dropFirst().joined(separator: "="))
    }

    /// The sources after the change, by path, and the places that stay.
    func retired() throws -> (sources: [String: String], left: [String]) {
        try Self.retire(key, value, from: ["Fixture.swift": before, "Keys.swift": Self.keys])
    }

    static func retire(
        _ key: String, _ value: String, from sources: [String: String], readers: [String] = ["isEnabled(_:)"]
    ) throws -> (sources: [String: String], left: [String]) {
        let files = sources.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
        let request = FlagRetirement.Request(
            key: key, value: value, readers: readers.compactMap(ProjectCodeReader.init))
        let retirement = try FlagRetirement(files, request)
        var result = sources
        for change in retirement.changes {
            result[change.path] = String(decoding: change.after, as: UTF8.self)
        }
        for place in retirement.left {
            let lines = result[place.after.path]?.components(separatedBy: "\n").count ?? 0
            #expect(place.after.line <= lines, "\(place) is left at a line that the file no longer has")
        }
        return (result, retirement.left.map(\.description))
    }

    /// The text of the fixture as a file has it.
    func text(after: String, left: [String]) -> String {
        "### \(heading)\n\(before)--->\n\(after)" + left.map { "---! \($0)\n" }.joined()
    }
}
