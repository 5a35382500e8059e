import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Help", .fewAtATime)
struct HelpTests {
    @Test("a command's own options come before those that every command takes")
    func order() async throws {
        let help = try await Workplace().run("override", "set", "--help").output
        let titles = help.split(separator: "\n").filter { $0.hasSuffix(":") && $0.first?.isUppercase == true }
        #expect(titles == ["EXAMPLES:", "ARGUMENTS:", "OPTIONS:", "GLOBAL OPTIONS:"], "\(help)")
        #expect(help.hasPrefix("OVERVIEW: ") && help.contains("\nUSAGE: experiments override set "))
    }

    @Test("commands are listed in groups, and only the dashboard's commands list its options")
    func groups() async throws {
        let workplace = try Workplace()
        let all = try await workplace.run("--help").output
        let groups = all.split(separator: "\n").filter {
            $0.hasSuffix(":") && $0.allSatisfy { $0.isUppercase || ": ".contains($0) }
        }
        #expect(
            groups.map { $0.dropLast() } == [
                "EXAMPLES", "START", "KEYS", "OVERRIDE AND TEST", "HISTORY", "EXPERIMENTS", "PUBLISH", "CODE",
                "SERVE",
                "FILES OF OTHER SYSTEMS", "DASHBOARD", "OPTIONS", "DASHBOARD OPTIONS", "GLOBAL OPTIONS",
            ])
        #expect(
            all.hasSuffix("See `experiments help <subcommand>` for detailed help.\n\n")
                || all.hasSuffix("help.\n"))
        #expect(all.contains("--no-mouse") && all.contains("--source"))
        let paths = try await workplace.run("paths", "--help").output
        #expect(!paths.contains("--no-mouse") && !paths.contains("--theme") && paths.contains("--overrides"))
        let token = try await workplace.run("firebase", "access-token", "--help").output
        #expect(!token.contains("--source") && token.contains("--json"))
    }

    @Test("options that need not be given stand in brackets", arguments: [["list"], ["team"], ["get"], []])
    func optional(command: [String]) async throws {
        let help = try await Workplace().run(Workplace.program, command + ["--help"]).output
        let usage = help.split(separator: "\n").first { $0.hasPrefix("USAGE: ") } ?? ""
        #expect(usage.contains(" [<options>]") && !usage.contains(" <options>"), "\(usage)")
        let mistaken = try await Workplace().run(Workplace.program, command + ["--such-an-option"])
        #expect(
            mistaken.errors.contains(" [<options>]") && !mistaken.errors.contains(" <options>"), "\(mistaken)"
        )
    }

    @Test("`help COMMAND` is the same page")
    func subcommand() async throws {
        let workplace = try Workplace()
        #expect(try await workplace.run("help", "list").output == workplace.run("list", "--help").output)
    }

    @Test("every command has examples, made of options and words that it takes")
    func examples() async throws {
        let workplace = try Workplace()
        let commands = try await CommandDump.commands()
        #expect(commands.count > 50)
        for command in commands where command.path != ["help"] {
            let help = try await workplace.run(Workplace.program, command.path + ["--help"]).output
            let section = help.components(separatedBy: "\nEXAMPLES:\n").dropFirst().first ?? ""
            let examples = section.components(separatedBy: "\n\n")[0].split(separator: "\n")
                .filter { !$0.hasPrefix("      ") }.map { $0.trimmingPrefix(while: { $0 == " " }) }
            #expect(!examples.isEmpty, "\(command.path)")
            for example in examples { #expect(commands.problem(in: String(example)) == nil, "\(example)") }
        }
    }
}
