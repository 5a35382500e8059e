import ExperimentsCore
import ExperimentsDigests
import Foundation

/// A program of the user's own that the dashboard can run: an entry of `commands:`.
public struct ProjectCommand: Sendable, Hashable {
    /// The program to run.
    public enum Program: Sendable, Hashable {
        /// A program and its arguments, with placeholders. No shell reads them.
        case words([CommandWord])
        /// A text for `/bin/sh`, which finds the facts in environment variables.
        case shell(String)
    }

    /// The screens on which it can be run.
    public enum Place: Sendable, Hashable {
        /// On a key.
        case row
        /// On some screens, by their names in lower case.
        case screens([String])
        /// On every screen.
        case anywhere
    }

    /// The destination of its output.
    public enum Output: String, Sendable, Hashable, CaseIterable {
        /// Into a panel over the screen.
        case panel
        /// Its last line into the line above the footer.
        case notice
        /// The program has the whole terminal until it ends.
        case terminal
    }

    /// The name in the palette, for example `open-ticket`.
    public var name: String
    /// The title in the palette and the help.
    public var title: String
    /// The keys, as written; empty for one that only the palette runs.
    public var keys: [String]
    /// The program to run.
    public var program: Program
    /// The screens on which it can be run.
    public var place: Place
    /// The destination of its output.
    public var output: Output
    /// Whether there is a question before each run.
    public var confirms: Bool
    /// The file and line of its declaration, for messages: `experiments.yaml:12`.
    public var declaredAt: String
    /// Whether it is in the settings of the user. One of a project file runs only after the user allowed it.
    public var isUsersOwn: Bool

    /// Creates a command in code.
    public init(
        name: String, title: String? = nil, keys: [String] = [], program: Program, place: Place = .anywhere,
        output: Output = .panel, confirms: Bool = false, declaredAt: String = "", isUsersOwn: Bool = false
    ) {
        self.name = name
        self.title = title ?? name
        self.keys = keys
        self.program = program
        self.place = place
        self.output = output
        self.confirms = confirms
        self.declaredAt = declaredAt
        self.isUsersOwn = isUsersOwn
    }
}

/// A fact from the dashboard that a command can use: `{key}` in an argument, `$EXPERIMENTS_KEY` in a shell.
public enum CommandFact: String, Sendable, Hashable, CaseIterable {
    /// The name of the key under the cursor.
    case key
    /// Its effective value; empty if it has none.
    case value
    /// The name of the source.
    case source
    /// The persona that the source is fetched for; empty if all users get the same values.
    case persona
    /// The path of the project file.
    case file
    /// The line of the project file that declares the key.
    case line

    /// The name of its environment variable.
    public var variable: String { "EXPERIMENTS_" + rawValue.uppercased() }

    /// Whether it is known only on a key.
    public var isOfRow: Bool { [.key, .value, .line].contains(self) }
}

extension ProjectCommand {
    /// The facts that it uses.
    public var facts: Set<CommandFact> {
        switch program {
        case .words(let words): Set(words.flatMap(\.facts))
        case .shell(let text): Set(CommandFact.allCases.filter { text.names(variable: $0.variable) })
        }
    }

    /// The command line, as a person would type it.
    public var programText: String {
        switch program {
        case .words(let words): words.map(\.quoted).joined(separator: " ")
        case .shell(let text): text
        }
    }

    /// Returns a digest of everything that the command does and of its project. It changes with each of them.
    public func digest(in project: String) -> String {
        var parts = [project, name, title, output.rawValue, "\(confirms)"] + keys
        switch place {
        case .row: parts.append("row")
        case .anywhere: parts.append("anywhere")
        case .screens(let names): parts += ["screens"] + names
        }
        switch program {
        case .words(let words): parts += ["words"] + words.map(\.written)
        case .shell(let text): parts += ["shell", text]
        }
        // Include the lengths, so that different lists of parts never have the same text.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return Hexadecimal.text(SHA256Sum.of(text))
    }

    /// Returns the words and variables to run it with.
    ///
    /// - Parameter facts: the current facts; missing ones count as empty.
    /// - Throws: `MessageError` if a fact cannot be passed to a program.
    package func invocation(_ facts: [CommandFact: String]) throws(MessageError) -> CommandInvocation {
        for fact in CommandFact.allCases where self.facts.contains(fact) {
            guard let text = facts[fact], text.utf8.contains(0) else { continue }
            throw MessageError(
                "the \(fact.rawValue) contains a NUL byte, which cannot be passed to a program")
        }
        switch program {
        case .words(let words):
            return CommandInvocation(words: words.map { $0.text(facts) }, variables: [:])
        case .shell(let text):
            // Shells get all facts that fit, because they may call scripts that read them.
            let known = CommandFact.allCases.map { fact -> (String, String) in
                let text = facts[fact] ?? ""
                return (fact.variable, text.utf8.contains(0) ? "" : text)
            }
            return CommandInvocation(
                words: ["/bin/sh", "-c", text],
                variables: Dictionary(known, uniquingKeysWith: { first, _ in first }))
        }
    }
}

extension String {
    /// Whether a shell text names a variable: `$NAME` or `${NAME`, not as the start of a longer name.
    fileprivate func names(variable name: String) -> Bool {
        var rest = utf8[...]
        let wanted = Array(name.utf8)
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            var start = rest.index(after: dollar)
            if start < rest.endIndex, rest[start] == UInt8(ascii: "{") { start = rest.index(after: start) }
            let found = rest[start...]
            if found.starts(with: wanted) {
                let next = found.dropFirst(wanted.count).first
                if next.map({ !$0.isNamePart }) ?? true { return true }
            }
            rest = found
        }
        return false
    }
}

extension UInt8 {
    /// Whether it can be part of a variable's name.
    fileprivate var isNamePart: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A program with its arguments, and its environment variables in addition to those of the dashboard.
public struct CommandInvocation: Sendable, Hashable {
    /// The program, and its arguments.
    public var words: [String]
    /// The values of variables, by name.
    public var variables: [String: String]
}
