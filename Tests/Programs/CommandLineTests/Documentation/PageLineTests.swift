import TestSupport
import Testing

/// What the pages show that no test runs. The program is asked once which commands and options it has.
@Suite("The lines of the README and the guides that are not run", .fewAtATime)
struct PageLineTests {
    @Test("each make target exists, each call of experiments is complete, and each program can be run")
    func shellLines() async throws {
        let commands = try await CommandDump.commands()
        let makefile = try Page.file("Makefile")
        let package = try Page.file("Package.swift")
        for page in try Page.all() {
            for line in page.shellLines {
                let words = line.split(separator: " ").prefix { !$0.hasPrefix("#") }
                switch words.first {
                case "make": #expect(makefile.contains("\n\(words[1]): "), "\(page.path): \(line)")
                case "experiments": #expect(commands.problem(in: line) == nil, "\(page.path): \(line)")
                case "swift": #expect(package.contains("\"\(words[2])\""), "\(page.path): \(line)")
                case "alias": #expect(package.contains("name: \"experiments-demo\""), "\(page.path): \(line)")
                case "sudo", "brew": #expect(line.contains("experiments"), "\(page.path): \(line)")
                default: Issue.record("neither make nor experiments: \(line)")
                }
            }
        }
    }

    @Test("commands in tables, in workflows and in other texts are complete, too")
    func programLines() async throws {
        let commands = try await CommandDump.commands()
        let lines = try Page.all().flatMap(\.programLines)
        #expect(lines.count > 15)
        for line in lines { #expect(commands.problem(in: line) == nil, "\(line)") }
    }

    @Test("the README has a table of ten commands")
    func table() throws {
        let rows = try Page("README.md").programLines
        #expect(rows.count == 10, "\(rows)")
    }

    @Test("commands and options that sentences name exist, in the pages of the libraries, too")
    func namedCommands() async throws {
        let commands = try await CommandDump.commands()
        let pages = try (Page.all() + Page.ofLibraries()).map { ($0.path, $0.namedCommands) }
        #expect(pages.flatMap(\.1).count > 100)
        for (path, named) in pages {
            for line in named { #expect(commands.nameProblem(in: line) == nil, "\(path): \(line)") }
        }
        let listed = try Page("\(Page.guides)/Scripts.md").listedCommands
        #expect(listed.count > 80)
        for line in listed { #expect(commands.nameProblem(in: line) == nil, "\(line)") }
    }

    @Test("each theme that the pages show is valid")
    func themes() async throws {
        let workplace = try Workplace()
        let library = "Sources/Terminal/ExperimentsDashboard/ExperimentsDashboard.docc/Themes.md"
        let themes = try ["\(Page.guides)/Dashboard.md", library].flatMap { try Page($0).themes }
        #expect(themes.count == 2)
        let names = themes.indices.map { "theme-\($0).yaml" }
        for (name, text) in zip(names, themes) { try workplace.folder.write(text, to: name) }
        let checked = try await workplace.run(Workplace.program, ["themes", "check"] + names)
        #expect(checked.status == 0, "\(checked)")
    }

    @Test(
        "a call with an unknown command or option, without a value, or with too many words is a problem",
        arguments: [
            "experiments lst", "experiments list --fliter x", "experiments check --format pdf",
            "experiments check --format",
            "experiments get a b c --details", "experiments override profile rename x",
            "make run | experiments chek",
        ])
    func problems(line: String) async throws {
        #expect(try await CommandDump.commands().problem(in: line) != nil)
    }
}
