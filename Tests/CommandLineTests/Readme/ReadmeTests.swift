import Foundation
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("each command does what it is said to do")
    func commands() async throws {
        let workplace = try Workplace()
        var commands = 0
        for step in try Readme().steps {
            switch step {
            case .file(let name, let text): try workplace.folder.write(text, to: name)
            case .command(let command, let expected):
                commands += 1
                let done = try await workplace.shell("exec 2>&1\n" + command)
                #expect(Self.matches(done.output, expected), "$ \(command)\n\(done.output)--- expected\n\(expected)")
            }
        }
        #expect(commands > 10)
    }

    @Test("each picture is what render prints; `make pictures` draws them anew")
    func pictures() async throws {
        let workplace = try Workplace()
        let pictures = try Readme().pictures
        #expect(pictures.count >= 2)
        for (arguments, text) in pictures {
            let drawn = try await workplace.shell("experiments render \(arguments)")
            #expect(drawn.output == text, "\(arguments)\n\(drawn)")
        }
    }

    @Test("each source that is shown is the one in the package")
    func sources() throws {
        let sources = try Readme().sources
        #expect(!sources.isEmpty)
        for (path, text) in sources { #expect(try Readme.file(path) == text, "\(path)") }
    }

    @Test("each make target exists, each subcommand of experiments, and each program to be run")
    func shellLines() async throws {
        let help = try await Workplace().run("--help").output
        let makefile = try Readme.file("Makefile")
        let package = try Readme.file("Package.swift")
        for line in try Readme().shellLines {
            let words = line.split(separator: " ").prefix { !$0.hasPrefix("#") }
            switch words.first {
            case "make": #expect(makefile.contains("\n\(words[1]): "), "\(line)")
            case "experiments": #expect(help.contains("\n  \(words[1]) "), "\(line)")
            case "swift": #expect(package.contains(".executableTarget(\n            name: \"\(words[2])\""), "\(line)")
            default: Issue.record("neither make nor experiments: \(line)")
            }
        }
    }

    /// Whether an output is as expected, where `…` stands for anything within a line.
    private static func matches(_ output: String, _ expected: String) -> Bool {
        let (lines, patterns) = (output.components(separatedBy: "\n"), expected.components(separatedBy: "\n"))
        return lines.count == patterns.count && zip(lines, patterns).allSatisfy(lineMatches)
    }

    private static func lineMatches(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(first), line.hasSuffix(last) else { return false }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.count >= last.count
    }
}
