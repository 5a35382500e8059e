import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Help")
struct HelpTests {
    @Test("a command's own options come before those that every command takes")
    func order() async throws {
        let help = try await Workplace().run("override", "set", "--help").output
        let titles = help.split(separator: "\n").filter { $0.hasSuffix(":") && $0.first?.isUppercase == true }
        #expect(titles == ["EXAMPLES:", "ARGUMENTS:", "OPTIONS:", "GLOBAL OPTIONS:"], "\(help)")
        #expect(help.hasPrefix("OVERVIEW: ") && help.contains("\nUSAGE: experiments override set "))
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

extension [CommandDump] {
    /// What is wrong with a line that calls one of the commands; nil where nothing is.
    fileprivate func problem(in line: String) -> String? {
        let call = line.components(separatedBy: " > ")[0].components(separatedBy: "| ").last ?? ""
        let words = Self.words(of: call).dropFirst()
        let command = filter { words.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
        guard let command else { return "no such command" }
        let options = Set(filter { command.path.starts(with: $0.path) }.flatMap(\.options))
        let flags = Set(filter { command.path.starts(with: $0.path) }.flatMap(\.flags))
        var (count, wantsValue) = (0, false)
        for word in words.dropFirst(command.path.count) {
            if wantsValue {
                wantsValue = false
            } else if options.contains(word) {
                wantsValue = true
            } else if word.hasPrefix("--") {
                guard flags.contains(word) else { return "no option \(word)" }
            } else {
                count += 1
            }
        }
        if wantsValue { return "a value is missing" }
        return command.wordCount.contains(count) ? nil : "\(count) words"
    }

    /// The words of a line, of which some stand in quotation marks.
    private static func words(of line: String) -> [String] {
        line.components(separatedBy: "\"").enumerated().flatMap { index, part in
            index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
        }
    }
}
