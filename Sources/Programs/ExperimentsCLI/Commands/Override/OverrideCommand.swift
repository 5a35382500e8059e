import ArgumentParser

/// Changes and shows the overrides.
struct OverrideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "override", abstract: "Set, remove and show overrides of values.",
        discussion: """
            An override takes the place of what the source holds, in the dashboard and in every app that reads the \
            same overrides file, a moment after it is set.

            The file is the one given with --overrides, else the one that the project file names, else \
            .experiments/overrides.json beside the project file, else, where there is no project, \
            experiments/overrides.json in $XDG_STATE_HOME (~/.local/state).
            """,
        subcommands: [
            OverrideSetCommand.self, OverrideEditCommand.self, OverrideUnsetCommand.self, OverrideListCommand.self,
            OverrideEnableCommand.self,
            OverrideDisableCommand.self, OverrideClearCommand.self, OverrideUndoCommand.self, OverrideRedoCommand.self,
            OverrideLogCommand.self,
            ProfileCommand.self,
        ])
}
