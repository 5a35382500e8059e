import ExperimentsCore
import ExperimentsProject

extension Command {
    /// Creates a command that runs a program of the user.
    init(_ own: ProjectCommand) {
        let screens: Set<Screen>? =
            if case .screens(let names) = own.place {
                Set(Screen.allCases.filter { names.contains($0.name) })
            } else {
                nil
            }
        self.init(
            own.name, title: own.title, in: .own, keys: own.keys.compactMap { try? KeyPress(parsing: $0) },
            on: screens, shell: own.programText,
            whyNot: { own.reasonNotRunning($0, on: screens) },
            run: { [.send(\.ownCommands, .ask(CommandRequest(own, $0)))] })
    }
}

extension ProjectCommand {
    /// Returns why the command cannot run now; nil if it can.
    fileprivate func reasonNotRunning(_ state: DashboardState, on screens: Set<Screen>?) -> String? {
        if let screens, !screens.contains(state.screen) {
            let titles = Screen.allCases.filter(screens.contains).map(\.title)
            return "only on screen \(titles.joined(separator: " or "))"
        }
        if facts.contains(.file) || facts.contains(.line), state.project.file == nil {
            return "no project file"
        }
        if place == .row || facts.contains(where: \.isOfRow) { return state.reasonNoKey }
        return nil
    }
}

/// A program to run, with the facts from the time of the request, because the cursor may move while a question is open.
package struct CommandRequest: Sendable, Hashable {
    /// The command to run.
    package let command: ProjectCommand
    /// The facts, without the line of the key, which is looked up when the program starts.
    let facts: [CommandFact: String]
    /// The ID of the run; 0 until it is started.
    package internal(set) var id = 0

    init(_ command: ProjectCommand, _ state: DashboardState) {
        self.command = command
        var facts: [CommandFact: String] = [.source: state.source.name ?? state.sourceName]
        if let name = state.subjectName {
            facts[.key] = name
            facts[.value] = state.selectedRow?.valueText ?? state.source.report.overrides[name]?.value
        }
        if let fields = state.source.persona?.current.fields {
            let members = fields.sorted { $0.key < $1.key }.map {
                JSONObject.Member(name: $0.key, value: $0.value)
            }
            facts[.persona] = JSONValue.object(JSONObject(distinct: members)).compactText
        }
        facts[.file] = state.project.file
        self.facts = facts
    }

    /// Returns the words and variables to run it with.
    ///
    /// - Parameter line: finds the line of the project file that declares a key.
    /// - Throws: `MessageError` if it cannot run now.
    package func invocation(
        _ line: (_ file: String, _ key: String) -> Int?
    ) throws(MessageError) -> CommandInvocation {
        var facts = facts
        if command.facts.contains(.line), let file = facts[.file], let key = facts[.key] {
            guard let line = line(file, key) else { throw MessageError("\(key) is not declared in \(file)") }
            facts[.line] = "\(line)"
        }
        return try command.invocation(facts)
    }

    /// The folder in which it runs: that of the project file; nil if there is none.
    package var folder: String? { facts[.file].map { PathText.folder(of: $0) } }
}

/// How a program ended.
package enum CommandEnd: Sendable, Hashable {
    /// The program exited with a status.
    case exited(Int32)
    /// The program was ended by a signal that this process did not send.
    case signalled(Int32)
    /// The user stopped the program.
    case stopped
    /// The program printed too much and was stopped.
    case flooded
    /// The program could not be started, for this reason.
    case notStarted(String)

    /// The maximum output in bytes, after which a program is stopped.
    package static let outputLimit = 1 << 20

    /// The problem, as the end of a message; nil if the program succeeded.
    var problem: String? {
        switch self {
        case .exited(0): nil
        case .exited(let status): "ended with status \(status)"
        case .signalled(let signal): "ended by signal \(signal)"
        case .stopped: "stopped"
        case .flooded: "stopped after \(TimeText.size(Self.outputLimit)) of output"
        case .notStarted(let reason): reason
        }
    }
}

extension Message {
    /// Creates the message for output of a user's program.
    package static func printed(_ bytes: [UInt8], by id: Int) -> Message {
        .to(\.ownCommands, .printed(id, bytes))
    }

    /// Creates the message for the end of a user's program.
    package static func ended(_ id: Int, _ how: CommandEnd) -> Message { .to(\.ownCommands, .ended(id, how)) }
}
