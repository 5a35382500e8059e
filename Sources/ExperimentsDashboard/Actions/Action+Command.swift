extension Action {
    /// The command of the program that does the same without the dashboard; nil for what concerns the screen alone.
    public var command: String? { Self.commands[self] }

    private static let commands: [Action: String] = [
        .showKeys: "experiments list",
        .showMissing: "experiments list --status missing",
        .showIncorrect: "experiments list --status incorrect",
        .showOverrides: "experiments override list",
        .showExperiments: "experiments experiments",
        .showHistory: "experiments history",
        .details: "experiments get KEY --details",
        .filter: "experiments list --filter TEXT",
        .sort: "experiments list --sort COLUMN",
        .invertSort: "experiments list --sort COLUMN --reverse",
        .changedOnly: "experiments list --changed",
        .keyHistory: "experiments history --key KEY",
        .viewFetch: "experiments history --fetches N --at N",
        .stepBack: "experiments history --fetches N --at N",
        .stepForward: "experiments history --fetches N --at N",
        .pickFetch: "experiments history --fetches N --compare A B",
        .ring: "experiments watch --bell KEY",
        .ringBroken: "experiments watch --bell broken",
        .groupView: "experiments list --groups",
        .messages: "experiments watch",
        .palette: "experiments bindings",
        .copyValue: "experiments get KEY",
        .copyKey: "experiments list --filter TEXT --json",
        .setOverride: "experiments override set KEY VALUE",
        .editOverride: "experiments override set KEY VALUE --note TEXT --expires WHEN",
        .removeOverride: "experiments override unset KEY",
        .mark: "experiments override set KEY KEY VALUE",
        .markAll: "experiments override set --filter TEXT VALUE",
        .undo: "experiments override undo",
        .redo: "experiments override redo",
        .persona: "experiments list --as NAME=VALUE",
        .profiles: "experiments override profile list",
        .sortLeft: "experiments list --sort COLUMN",
        .sortRight: "experiments list --sort COLUMN",
        .lengthenInterval: "experiments watch --every TIME",
        .shortenInterval: "experiments watch --every TIME",
        .sources: "experiments --source NAME",
        .compare: "experiments compare SOURCE SOURCE",
        .switchOverride: "experiments override disable KEY (enable KEY)",
        .clearOverrides: "experiments override clear",
        .refetch: "experiments list (every command fetches)",
        .theme: "experiments themes --preview NAME",
        .mouse: "experiments --no-mouse",
        .help: "experiments bindings",
    ]

    /// Those that have none: where the cursor is, what is scrolled, and what lasts no longer than the dashboard.
    static let ofTheScreenAlone: Set<Action> = [
        .find, .findDetails, .findNext, .findPrevious, .moveDown, .moveUp, .top, .bottom, .halfPageDown, .halfPageUp,
        .pageDown, .pageUp, .scrollRight, .scrollLeft, .nextScreen, .previousScreen, .previousView, .nextView,
        .openDetails, .closeDetails, .detailDown, .detailUp, .growDetails, .shrinkDetails, .zoomDetails, .back,
        .narrowKeys, .widenKeys, .foldJSON, .markRange, .pause, .redraw, .suspend, .quit,
    ]
}
