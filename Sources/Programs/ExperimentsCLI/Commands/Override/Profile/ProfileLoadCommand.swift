import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct ProfileLoadCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Set the overrides of a profile, in place of those there are.",
        discussion:
            "Asks before it removes or changes an override. Prints what it changes; `diff` prints it without doing it.")
    static let examples = [
        CommandExample(
            "experiments override profile load \"QA checkout\"", "Set its overrides in place of those there are"),
        CommandExample(
            "experiments override profile load \"QA checkout\" --merge --yes", "Set them besides, without a question"),
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @Flag(help: "Keep the overrides of other keys.") var merge = false

    @Flag(help: "Do not ask.") var yes = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profiles = try OpenedProfiles(options.settings)
        let profile = try profiles.library.profile(named: name)
        let (edit, difference) = try profiles.target.verbs(at: Date()).load(profile, keepsOthers: merge)
        let lost = difference.changes.count { $0.before != nil }
        if lost > 0, !yes {
            try confirm(lost, profiles.target.path)
        } else {
            OverrideTarget.announce("changing the overrides of", difference.changes.map(\.name))
        }
        // What was not there when the question was asked stays.
        try profiles.target.change(edit.title, by: "override profile load") { _ in edit }
        try ProfilePrinter(options.settings).print(difference, of: name, OverrideProfile.alreadyLoaded(name))
    }

    private func confirm(_ count: Int, _ path: String) throws {
        let overrides = CountText.count(count, "override")
        try Question(
            text: "Loading \(name) removes or changes \(overrides) in \(path). Go on",
            reason: "loading \(name) removes or changes \(overrides)",
            advice: "Use --yes to do it without a question, or `experiments override profile diff` to see it."
        ).ask()
    }
}
