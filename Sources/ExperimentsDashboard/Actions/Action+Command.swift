extension Action {
    /// The command of the program that does the same without the dashboard; nil for what concerns the screen alone.
    public var command: String? { Self.commands[self] }

    private static let commands: [Action: String] = [
        .showKeys: "experiments list",
        .showMissing: "experiments list --status missing",
        .showIncorrect: "experiments list --status incorrect",
        .showOverrides: "experiments override list",
        .showExperiments: "experiments experiments",
        .showHistory: "experiments history --fetches N --every TIME",
        .details: "experiments get KEY --json",
        .filter: "experiments list --filter TEXT",
        .sort: "experiments list --sort COLUMN",
        .invertSort: "experiments list --sort COLUMN --reverse",
        .changedOnly: "experiments history",
        .keyHistory: "experiments history --fetches N --json",
        .copyValue: "experiments get KEY",
        .copyKey: "experiments list --filter TEXT --json",
        .setOverride: "experiments override set KEY VALUE",
        .editOverride: "experiments override set KEY VALUE --note TEXT --expires WHEN",
        .removeOverride: "experiments override unset KEY",
        .profiles: "experiments override profile list",
        .sources: "experiments --source NAME",
        .compare: "experiments compare SOURCE SOURCE",
        .switchOverride: "experiments override disable KEY (enable KEY)",
        .clearOverrides: "experiments override clear",
        .refetch: "experiments list (every command fetches)",
        .theme: "experiments themes",
        .mouse: "experiments --no-mouse",
        .help: "experiments bindings",
    ]

    /// Those that have none: where the cursor is, what is scrolled, and what lasts no longer than the dashboard.
    static let ofTheScreenAlone: Set<Action> = [
        .moveDown, .moveUp, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .scrollRight, .scrollLeft,
        .nextScreen, .previousScreen, .openDetails, .closeDetails, .detailDown, .detailUp, .back, .narrowKeys,
        .widenKeys, .groupView, .foldJSON,
        .mark, .markAll, .undo, .redo, .persona, .pause, .stepBack, .stepForward, .pickFetch, .viewFetch, .ring,
        .ringBroken, .messages, .palette, .redraw, .suspend, .quit,
    ]
}
