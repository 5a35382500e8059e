import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

struct OverrideClearCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all overrides, after asking.")
    static let examples = [
        CommandExample("experiments override clear", "Remove all overrides, after a question"),
        CommandExample("experiments override clear --yes", "Remove them without one"),
    ]

    @Flag(help: "Do not ask.") var yes = false

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        // Those of lower layers are not this file's.
        let before = try target.own()
        let names = before.names
        if !names.isEmpty, !yes {
            try confirm(names.count, target.path)
        } else {
            OverrideTarget.announce("removing the overrides of", names)
        }
        // What was not there when the question was asked stays.
        try target.change(OverrideTitle.removeAll, by: "override clear") { [yes] in $0.removeAll(yes ? nil : names) }
        try OverridesPrinter(options.settings).printChange("removed", names, of: target, before: before)
    }

    private func confirm(_ count: Int, _ path: String) throws {
        let all = count == 1 ? "the override" : "all \(count) overrides"
        try Question(
            text: "Remove \(CountText.count(count, "override")) from \(path)",
            reason: "clear asks before it removes anything",
            advice: "Use --yes to remove \(all) without a question.", refusal: "nothing was removed"
        ).ask()
    }
}
