import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Commands", .inTurn)
struct CommandTableTests {
    @Test("no two commands have one name, or one title")
    func distinct() {
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
        #expect(Set(Command.all.map(\.title)).count == Command.all.count)
    }

    @Test("what changes overrides can be done by a command of the program")
    func twins() {
        for command in Command.all where command.changesOverrides {
            #expect(command.commandLine != nil, "\(command)")
        }
    }

    @Test("the documentation's table is that of the program; EXPERIMENTS_RECORD=1 writes it")
    func table() throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(
                path:
                    "../../../../Sources/Terminal/ExperimentsDashboard/ExperimentsDashboard.docc/Commands.md")
        if ProcessInfo.processInfo.environment["EXPERIMENTS_RECORD"] != nil {
            try Self.text.write(to: article, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: article, encoding: .utf8) == Self.text)
    }

    private static var text: String {
        var text = """
            # Actions and commands

            The actions of the dashboard with their keys, and the commands that do the same.

            ## Overview

            Everything that a screen shows is also printed by a command, as text or with `--json`, and every change
            can be made by a command. An action without a command concerns only the screen: the position of the
            cursor, scrolling, and what ends with the dashboard. `experiments bindings` prints this table with the
            keys as the project file binds them. The column *action* has the names for `bindings:`.

            `experiments watch --json` prints events as they happen, and `experiments render` prints a screen.

            """
        for section in Command.Section.allCases where section != .own {
            text += "\n### \(section.rawValue)\n\n| keys | action | does | command |\n|---|---|---|---|\n"
            for action in Command.all where action.section == section {
                let keys = KeyMap.standard.keys(for: action).map { "`\($0)`" }.joined(separator: " ")
                let command = action.commandLine.map { "`\($0)`" } ?? ""
                text += "| \(keys) | `\(action.name)` | \(action.title) | \(command) |\n"
            }
        }
        return text
    }
}
