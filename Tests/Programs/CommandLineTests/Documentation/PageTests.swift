import Foundation
import TestSupport
import Testing

@Suite("README and guides", .fewAtATime)
struct PageTests {
    @Test("each command prints what the page shows", arguments: try Page.all())
    func commands(page: Page) async throws {
        let workplace = try Workplace()
        let given = try page.given.map { try Page("\(Page.guides)/\($0)").steps } ?? []
        for case .file(let name, let text) in given { try workplace.folder.write(text, to: name) }
        for step in page.steps {
            switch step {
            case .file(let name, let text): try workplace.folder.write(text, to: name)
            case .command(let command, let expected):
                let done = try await workplace.shell("exec 2>&1\n" + command)
                #expect(
                    Self.matches(done.output, expected),
                    "$ \(command)\n\(done.output)--- expected\n\(expected)")
            }
        }
    }

    @Test("there are commands to carry out, in the README and in the guides")
    func isCarriedOut() throws {
        let commands = try Page.all().map { page in
            page.steps.count { step in if case .command = step { true } else { false } }
        }
        #expect(commands.reduce(0, +) > 25)
        #expect(commands.first ?? 0 > 2)
    }

    @Test("each picture is the output of render; `make pictures` draws them again")
    func pictures() async throws {
        let workplace = try Workplace()
        let pictures = try Page.all().flatMap { try $0.pictures() }
        #expect(pictures.count >= 2)
        for (arguments, text) in pictures {
            let drawn = try await workplace.shell("experiments render \(arguments)")
            #expect(drawn.output == text, "\(arguments)\n\(drawn)")
        }
    }

    @Test("each source that is shown is the one in the package")
    func sources() throws {
        let sources = try Page.all().flatMap(\.sources)
        #expect(!sources.isEmpty)
        for (path, text) in sources { #expect(try Page.file(path) == text, "\(path)") }
    }

    @Test("the README is short enough to be read, and every file that it points to is there")
    func readme() throws {
        let text = try Page("README.md").text
        #expect(text.utf8.count <= 15_000)
        let targets = text.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
        for target in targets where !target.hasPrefix("http") {
            let path = String(target).trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(throws: Never.self, "\(path)") { try Page.file(path) }
        }
    }

    @Test("the page on the architecture names every target, in the table of rooms")
    func rooms() throws {
        let rooms = try Page("\(Page.guides)/Architecture.md").text.split(separator: "\n").filter {
            $0.hasPrefix("| ")
        }
        let table = rooms.joined(separator: "\n")
        for room in try Page.folders(in: "Sources") {
            #expect(table.contains("`\(room)/`"), "\(room)")
            for target in try Page.folders(in: "Sources/\(room)") {
                #expect(table.contains("`\(target)`"), "\(target)")
            }
        }
    }

    /// Whether an output is as expected, where `…` stands for anything within a line. How a line ends cannot be seen.
    static func matches(_ output: String, _ expected: String) -> Bool {
        let lines = output.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
        let patterns = expected.components(separatedBy: "\n")
        return lines.count == patterns.count && zip(lines, patterns).allSatisfy(lineMatches)
    }

    private static func lineMatches(_ output: String, _ expected: String) -> Bool {
        // When an override ends depends on when the command runs.
        let (line, pattern) = (withoutTimes(output), withoutTimes(expected))
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

    private static func withoutTimes(_ line: String) -> String {
        line.replacing(/until (tomorrow )?[0-9]{2}:[0-9]{2}/, with: "until a time")
    }
}
