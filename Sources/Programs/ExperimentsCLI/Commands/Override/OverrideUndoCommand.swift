import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

struct OverrideUndoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change of overrides, whoever made it.",
        discussion: """
            A change is what one command or one key of the dashboard did, to one key or several. Where a key was changed \
            since by something that keeps no journal, such as an editor, nothing is changed. `redo` does it again, and \
            `log` prints what there is to undo.
            """)
    static let examples = [
        CommandExample("experiments override undo", "Take the last change back")
    ]

    @Flag(help: "Also where keys were changed since by something that keeps no journal.") var force = false

    @Flag(help: "Of the team's overrides, and not of one's own.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, ofTeam: team)
        let step = try target.reverse(.undo, force: force)
        try OverridesPrinter(options.settings).printReversal(.undo, step, of: target)
    }
}

struct OverrideRedoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the change that was undone last.",
        discussion: """
            Only until something else is changed. As with `undo`, keys that were changed since keep it from being done.
            """)
    static let examples = [
        CommandExample("experiments override redo", "Do again what was undone")
    ]

    @Flag(help: "Also where keys were changed since by something that keeps no journal.") var force = false

    @Flag(help: "Of the team's overrides, and not of one's own.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, ofTeam: team)
        let step = try target.reverse(.redo, force: force)
        try OverridesPrinter(options.settings).printReversal(.redo, step, of: target)
    }
}
