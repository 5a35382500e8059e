/// Everything that a key, the palette or a footer hint can ask for. The raw value is the name in `bindings:`.
public enum Action: String, Sendable, Hashable, CaseIterable {
    case moveDown = "move-down"
    case moveUp = "move-up"
    case top
    case bottom
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case pageDown = "page-down"
    case pageUp = "page-up"
    case scrollRight = "scroll-right"
    case scrollLeft = "scroll-left"
    case showKeys = "show-keys"
    case showMissing = "show-missing"
    case showIncorrect = "show-incorrect"
    case showOverrides = "show-overrides"
    case showExperiments = "show-experiments"
    case showHistory = "show-history"
    case nextScreen = "next-screen"
    case previousScreen = "previous-screen"
    case previousView = "previous-view"
    case nextView = "next-view"
    case details
    case openDetails = "open-details"
    case closeDetails = "close-details"
    case detailDown = "detail-down"
    case detailUp = "detail-up"
    case growDetails = "grow-details"
    case shrinkDetails = "shrink-details"
    case zoomDetails = "zoom-details"
    case back
    case filter
    case find
    case findDetails = "find-in-details"
    case findNext = "find-next"
    case findPrevious = "find-previous"
    case sort
    case sortLeft = "sort-left"
    case sortRight = "sort-right"
    case invertSort = "invert-sort"
    case setOverride = "set-override"
    case editOverride = "edit-override"
    case removeOverride = "remove-override"
    case switchOverride = "switch-override"
    case clearOverrides = "clear-overrides"
    case mark
    case markAll = "mark-all"
    case markRange = "mark-range"
    case profiles
    case undo
    case redo
    case refetch
    case persona
    case pause
    case lengthenInterval = "longer-interval"
    case shortenInterval = "shorter-interval"
    case sources
    case compare
    case stepBack = "step-back"
    case stepForward = "step-forward"
    case pickFetch = "pick-fetch"
    case viewFetch = "view-fetch"
    case ring
    case ringBroken = "ring-broken"
    case copyValue = "copy-value"
    case copyKey = "copy-key"
    case exportView = "export"
    case narrowKeys = "narrow-keys"
    case widenKeys = "widen-keys"
    case changedOnly = "changed-only"
    case groupView = "group-view"
    case foldJSON = "fold-json"
    case keyHistory = "key-history"
    case theme
    case mouse
    case palette
    case help
    case messages
    case redraw
    case suspend
    case quit
}

extension Action {
    /// What the palette and the help call it.
    public var title: String {
        switch self {
        case .moveDown: "Move down"
        case .moveUp: "Move up"
        case .top: "Go to the first row"
        case .bottom: "Go to the last row"
        case .halfPageDown: "Half a page down"
        case .halfPageUp: "Half a page up"
        case .pageDown: "A page down"
        case .pageUp: "A page up"
        case .scrollRight: "Scroll values right"
        case .scrollLeft: "Scroll values left"
        case .showKeys: "Show all keys"
        case .showMissing: "Show missing keys"
        case .showIncorrect: "Show incorrect values"
        case .showOverrides: "Show overrides"
        case .showExperiments: "Show experiments"
        case .showHistory: "Show the history of fetches"
        case .nextScreen: "Next screen"
        case .previousScreen: "Previous screen"
        case .previousView: "Go back to what was shown before"
        case .nextView: "Go forward again"
        case .details: "Open or close the details"
        case .openDetails: "Open the details, or a group"
        case .closeDetails: "Close the details, or the group"
        case .detailDown: "Scroll the details down"
        case .detailUp: "Scroll the details up"
        case .growDetails: "Give the details more of the screen"
        case .shrinkDetails: "Give the details less of the screen"
        case .zoomDetails: "Give the details the whole screen, or no longer"
        case .back: "Back: close, or clear the filter"
        case .filter: "Filter: leave out other rows"
        case .find: "Find: go to a row, and leave all"
        case .findDetails: "Find text in the details"
        case .findNext: "Go to the next match"
        case .findPrevious: "Go to the match before"
        case .sort: "Sort by the next column"
        case .sortLeft: "Sort by the column to the left"
        case .sortRight: "Sort by the column to the right"
        case .invertSort: "Reverse the order"
        case .setOverride: "Set an override"
        case .editOverride: "Edit the note and the end of the override"
        case .removeOverride: "Remove the override"
        case .switchOverride: "Switch the override off or on"
        case .clearOverrides: "Remove all overrides"
        case .mark: "Mark the row, to act on several"
        case .markAll: "Mark all rows shown, or none"
        case .markRange: "Mark rows by moving, until pressed again"
        case .profiles: "Profiles of overrides"
        case .undo: "Undo the last change of overrides"
        case .redo: "Redo what was undone"
        case .refetch: "Fetch now"
        case .persona: "Ask as somebody else"
        case .pause: "Pause or resume live updates"
        case .lengthenInterval: "Fetch less often, in this session"
        case .shortenInterval: "Fetch more often, in this session"
        case .sources: "Switch to another source"
        case .compare: "Compare with another source"
        case .stepBack: "Step back in time"
        case .stepForward: "Step forward in time"
        case .pickFetch: "Compare this fetch with another"
        case .viewFetch: "Show all values as of this fetch"
        case .ring: "Ring the bell when this key changes"
        case .ringBroken: "Ring the bell on missing and incorrect"
        case .copyValue: "Copy the value"
        case .copyKey: "Copy the key's name"
        case .exportView: "Export the rows to a file"
        case .narrowKeys: "Make the column of keys narrower"
        case .widenKeys: "Make the column of keys wider"
        case .changedOnly: "Show only what the last fetch changed"
        case .groupView: "Show keys under their groups"
        case .foldJSON: "Fold or unfold JSON in the details"
        case .keyHistory: "Show the fetches that changed this key"
        case .theme: "Choose a theme"
        case .mouse: "Leave the mouse to the terminal, or take it back"
        case .palette: "Find a command"
        case .help: "Help"
        case .messages: "Show what was said so far"
        case .redraw: "Redraw the screen"
        case .suspend: "Suspend to the shell"
        case .quit: "Quit"
        }
    }

    /// The word in the footer; nil for what needs no hint.
    public var hint: String? {
        switch self {
        case .details: "details"
        case .filter: "filter"
        case .find: "find"
        case .findNext: "next"
        case .findPrevious: "previous"
        case .sort: "sort"
        case .setOverride: "override"
        case .removeOverride: "remove"
        case .switchOverride: "on/off"
        case .editOverride: "note"
        case .mark: "mark"
        case .markAll: "all/none"
        case .profiles: "profiles"
        case .sources: "source"
        case .compare: "compare"
        case .undo: "undo"
        case .refetch: "refetch"
        case .persona: "ask as"
        case .pause: "pause"
        case .stepBack: "back in time"
        case .stepForward: "forward"
        case .pickFetch: "compare"
        case .copyValue: "copy"
        case .changedOnly: "changed"
        case .groupView: "groups"
        case .foldJSON: "fold"
        case .zoomDetails: "zoom"
        case .theme: "theme"
        case .palette: "commands"
        case .help: "help"
        case .detailDown: "scroll down"
        case .detailUp: "up"
        case .back: "back"
        case .quit: "quit"
        default: nil
        }
    }

    /// The heading under which the help lists it.
    public var section: Section {
        switch self {
        case .moveDown, .moveUp, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .scrollRight,
            .scrollLeft:
            .moving
        case .showKeys, .showMissing, .showIncorrect, .showOverrides, .showExperiments, .showHistory, .nextScreen,
            .previousScreen, .previousView, .nextView:
            .screens
        case .details, .openDetails, .closeDetails, .detailDown, .detailUp, .growDetails, .shrinkDetails, .zoomDetails,
            .exportView, .back, .filter, .find, .findDetails, .findNext, .findPrevious, .sort, .sortLeft, .sortRight,
            .invertSort, .copyValue, .copyKey, .changedOnly,
            .groupView, .foldJSON, .keyHistory, .narrowKeys, .widenKeys:
            .reading
        case .setOverride, .editOverride, .removeOverride, .switchOverride, .clearOverrides, .mark, .markAll,
            .markRange, .profiles,
            .undo, .redo:
            .overriding
        case .refetch, .persona, .pause, .lengthenInterval, .shortenInterval, .sources, .compare, .stepBack,
            .stepForward, .pickFetch, .viewFetch, .ring,
            .ringBroken:
            .watching
        case .theme, .mouse, .palette, .help, .messages, .redraw, .suspend, .quit: .program
        }
    }

    /// The headings of the help.
    public enum Section: String, Sendable, CaseIterable {
        case moving = "Moving"
        case screens = "Screens"
        case reading = "Reading"
        case overriding = "Overriding"
        case watching = "Watching"
        case program = "Program"
    }

    /// Whether it changes overrides.
    var changesOverrides: Bool {
        switch self {
        case .setOverride, .editOverride, .removeOverride, .switchOverride, .clearOverrides, .undo, .redo: true
        default: false
        }
    }

    var screen: Screen? {
        switch self {
        case .showKeys: .keys
        case .showMissing: .missing
        case .showIncorrect: .incorrect
        case .showOverrides: .overrides
        case .showExperiments: .experiments
        case .showHistory: .history
        default: nil
        }
    }
}
