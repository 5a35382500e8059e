import ExperimentsCore

extension Feature {
    static let details = Feature(commands: [
        .details, .openDetails, .closeDetails, .detailDown, .detailUp, .growDetails, .shrinkDetails, .zoomDetails,
        .foldJSON,
    ])
}

extension Command {
    static let details: Command = Command(
        "details", "Open the details, then give them the whole screen", .reading, keys: [.key(.enter)],
        hint: "details", twin: .command("experiments get KEY --details"), synonyms: ["open", "show"],
        whyNot: \.reasonNotGoingDeeper, change: { $0.goDeeper() })
    static let openDetails: Command = Command(
        "open-details", "Open the details, or a group", .reading, keys: ["l"], twin: .screenAlone,
        whyNot: { $0.reasonNotMovingIn(.openDetails) }, change: { $0.openDetails() })
    static let closeDetails: Command = Command(
        "close-details", "Close the details, or the group", .reading, keys: ["h"], twin: .screenAlone,
        whyNot: { $0.reasonNotMovingIn(.closeDetails) }, change: { $0.closeDetails() })
    static let detailDown: Command = Command(
        "detail-down", "Scroll the details down", .reading, keys: ["J"], hint: "scroll down", twin: .screenAlone,
        whyNot: { $0.reasonNotScrollingDetails }, change: { $0.scrollDetails(by: $0.detailPage) })
    static let detailUp: Command = Command(
        "detail-up", "Scroll the details up", .reading, keys: ["K"], hint: "up", twin: .screenAlone,
        whyNot: { $0.reasonNotScrollingDetails }, change: { $0.scrollDetails(by: -$0.detailPage) })
    static let growDetails: Command = Command(
        "grow-details", "Give the details more of the screen", .reading, keys: [")"], twin: .screenAlone,
        whyNot: { $0.reasonNotResizingDetails(.growDetails) }, change: { $0.resizeDetails(.growDetails) })
    static let shrinkDetails: Command = Command(
        "shrink-details", "Give the details less of the screen", .reading, keys: ["("], twin: .screenAlone,
        whyNot: { $0.reasonNotResizingDetails(.shrinkDetails) }, change: { $0.resizeDetails(.shrinkDetails) })
    static let zoomDetails: Command = Command(
        "zoom-details", "Give the details the whole screen, or no longer", .reading, keys: ["Z"], hint: "zoom",
        twin: .screenAlone,
        whyNot: { $0.reasonNotResizingDetails(.zoomDetails) }, change: { $0.resizeDetails(.zoomDetails) })
    static let foldJSON: Command = Command(
        "fold-json", "Fold or unfold JSON in the details", .reading, keys: ["z"], hint: "fold", twin: .screenAlone,
        whyNot: { $0.reasonNotFolding }, change: { $0.toggleFolding() })
}

extension DashboardState {
    /// Why `Enter` does nothing; nil where there is something to open.
    fileprivate var reasonNotGoingDeeper: String? {
        guard details.isShown, details.size.isZoomed || layout.list.isEmpty else { return nil }
        return "there is nothing further in" + (project.keyMap.words(.back, "goes back").map { "; \($0)" } ?? "")
    }

    /// Opens a group, or the details, or gives the open details the whole screen.
    fileprivate mutating func goDeeper() {
        if toggleGroup() { return }
        if details.isShown { resizeDetails(.zoomDetails) } else { toggleDetails() }
    }

    fileprivate var detailPage: Int { max(1, layout.details.rows / 2) }

    fileprivate var reasonNotScrollingDetails: String? {
        details.isShown ? nil : reasonNotResizingDetails(.detailDown)
    }
}
