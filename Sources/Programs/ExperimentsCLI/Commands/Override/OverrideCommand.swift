import ArgumentParser

struct OverrideCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "override", abstract: "Set, remove and show overrides of values.",
        discussion: """
            An override takes the place of what the source holds, in the dashboard and in every app that reads the \
            same overrides file, a moment after it is set.

            The file is the one given with --overrides, else the one that the project file names, else \
            .experiments/overrides.json beside the project file, else, where there is no project, \
            experiments/overrides.json in $XDG_STATE_HOME (~/.local/state).

            Where the project file names a store that a team shares (overrides: {etcd: …}), its overrides lie under your own \
            file; with --team, they are changed and listed in its place, and `push` and `pull` copy between the two.

            With --app, an override is for one app that is linked with a server, and with --installation for one \
            installation of it, such as a tester's phone; of several, the one of the narrower scope counts.
            """,
        subcommands: [
            OverrideSetCommand.self, OverrideEditCommand.self, OverrideUnsetCommand.self, OverrideListCommand.self,
            OverrideEnableCommand.self,
            OverrideDisableCommand.self, OverrideClearCommand.self, OverrideUndoCommand.self, OverrideRedoCommand.self,
            OverrideLogCommand.self, OverridePushCommand.self, OverridePullCommand.self,
            ProfileCommand.self,
        ])
    static let examples = [
        CommandExample("experiments override set paywall_type b", "Force a variant"),
        CommandExample("experiments override list", "See what is overridden"),
        CommandExample("experiments override undo", "Take the last change back"),
    ]
}
