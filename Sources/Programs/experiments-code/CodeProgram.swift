import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

/// The entry point of the program. Under the name `experiments-scan`, it performs the command `scan`.
@main
enum CodeProgram {
    static func main() {
        let name = CommandLine.arguments.first.map { PathText.name(of: $0) } ?? ""
        let root: any ParsableCommand.Type =
            name.hasScalarPrefix("experiments-scan") ? ScanCommand.self : CodeCommand.self
        do {
            var command = try root.parseAsRoot(arguments)
            try command.run()
        } catch let exit as ExitCode {
            Foundation.exit(exit.rawValue)
        } catch let error as any OperatorError {
            Output.report(error)
            Foundation.exit(1)
        } catch {
            // Help and similar output are errors of the parser, too.
            let message = root.fullMessage(for: error)
            guard root.exitCode(for: error) != .success else {
                print(message)
                Foundation.exit(0)
            }
            let text = message.hasScalarPrefix("Error: ") ? String(message.dropFirst(7)) : message
            Output.say("error: " + ParserText.message(text).withOptionalOptions)
            Foundation.exit(1)
        }
    }

    /// The arguments, in which a negative number is the value of the option `--value` before it, and `--value=` has an
    /// empty value, which the parser only takes as a word of its own.
    private static var arguments: [String] {
        var words: [String] = []
        for word in CommandLine.arguments.dropFirst() {
            let isNumber =
                word.hasScalarPrefix("-")
                && word.dropFirst().first.map { "0123456789.".contains($0) } ?? false
            if isNumber, words.last == "--value" {
                words[words.count - 1] += "=" + word
            } else if word == "--value=" {
                words += ["--value", ""]
            } else {
                words.append(word)
            }
        }
        return words
    }
}

/// `experiments-code`: reads and writes Swift source code.
struct CodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiments-code", abstract: "Read and write the Swift sources of apps",
        discussion: """
            `experiments` starts this program for its commands of the same names.

            Exit codes: 0 success; 1 error, or something could not be read; 2 --check found a file that is out of date, \
            --unused found a key that no code reads, or `retire` left places to change by hand.
            """,
        subcommands: [ScanCommand.self, GenerateCommand.self, RetireCommand.self])
}

/// The output of the program.
enum Output {
    /// The status if `--check` finds a file out of date, or `--unused` an unused key.
    static let findings = ExitCode(2)

    /// Prints one or more lines to standard error.
    static func say(_ text: some StringProtocol) {
        FileHandle.standardError.write(Data((VisibleText.of(String(text), keepingLines: true) + "\n").utf8))
    }

    static func report(_ error: any OperatorError) { say(ErrorReport(error).text(label: "error: ")) }
}
