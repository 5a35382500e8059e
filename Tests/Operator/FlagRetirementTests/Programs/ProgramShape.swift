import Foundation
import Testing

/// A small program that reads a flag in one shape of code, as the files in `Fixtures/Shapes` have them:
///
///     ### What is shown (value|value)
///     the code, with `run_N`, which runs it, and `flag_N`, which is the property and the name of the key
///     ---! value, line:column: reason
///
/// The values are `true` and `false` where the heading names none, and then the key is declared without being written.
/// `EXPERIMENTS_RECORD=1` writes the lines with reasons again.
struct ProgramShape: Sendable, CustomTestStringConvertible {
    let heading: String
    let code: String
    let values: [String]
    /// What is left, with the value.
    let left: [String]
    /// The name of the file that has it.
    let file: String

    var testDescription: String { "\(file): \(heading)" }

    static let folder = RetirementFixture.folder.appending(path: "Shapes")
    static let files = names
    static let all = files.flatMap { (try? shapes(in: $0)) ?? [] }

    private static var names: [String] {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return found.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    }

    static func shapes(in file: String) throws -> [ProgramShape] {
        let text = try String(contentsOf: folder.appending(path: file + ".txt"), encoding: .utf8)
        return text.components(separatedBy: "### ").dropFirst().map { ProgramShape($0, in: file) }
    }

    private init(_ text: String, in file: String) {
        self.file = file
        var lines = text.components(separatedBy: "\n")
        heading = lines.removeFirst()
        code = lines.filter { !$0.hasPrefix("---! ") }.joined(separator: "\n")
        left = lines.filter { $0.hasPrefix("---! ") }.map { String($0.dropFirst(5)) }
        let words = heading.hasSuffix(")") ? heading.components(separatedBy: " (").last?.dropLast() : nil
        let sides = words?.components(separatedBy: "|") ?? []
        values = sides.count == 2 ? sides : ["true", "false"]
    }

    init(heading: String, code: String, file: String) {
        self.heading = heading
        self.code = code
        self.file = file
        values = ["true", "false"]
        left = []
    }

    /// The shape as the program of a number.
    func program(_ number: Int) -> FlaggedProgram {
        let isDeclared = code.contains("extension Keys")
        let key = "extension Keys { static let flag_N = Key(\"flag_N\", default: false) }\n"
        let text = "import Experiments\nimport Foundation\n\n" + code + (isDeclared ? "" : key)
        return FlaggedProgram(
            number: number, key: "flag_\(number)", values: values,
            files: ["P\(number)A.swift": text.replacing("_N", with: "_\(number)")], entry: "run_\(number)")
    }

    /// What is left of the key with its values.
    func leftPlaces() throws -> [String] {
        let program = program(1)
        return try values.flatMap { value in
            try ProgramBatch.retired(program, value).left.map { place in
                value + ", " + place.split(separator: ":", maxSplits: 1)[1]
            }
        }
    }

    /// The text of the shape as a file has it.
    func text(left: [String]) -> String { "### \(heading)\n\(code)" + left.map { "---! \($0)\n" }.joined() }
}
