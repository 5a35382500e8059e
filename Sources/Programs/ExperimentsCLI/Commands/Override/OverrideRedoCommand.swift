import ArgumentParser
import ExperimentsOperator

/// Does the last change again that was taken back.
struct OverrideRedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the change that was undone last.",
        discussion: """
            Only until something else is changed. As with `undo`, keys that were changed since keep it from being done.
            """)

    @Flag(help: "Also where keys were changed since by something that keeps no journal.") var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings)
        let step = try target.reverse(.redo, force: force)
        try OverridesPrinter(options.settings).printReversal(.redo, step, target)
    }
}
