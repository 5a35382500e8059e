import ExperimentsCore

extension Feature {
    static let details = Feature(commands: [
        .details, .openDetails, .closeDetails, .detailDown, .detailUp, .growDetails, .shrinkDetails, .zoomDetails,
        .foldJSON,
    ])
}

extension Command {
    static let details: Command = Command(
        "details", title: "Open the details, then give them the whole screen", in: .reading, keys: [.key(.enter)],
        footer: FooterPlace("details") { state in
            guard !state.actsOnMarks, state.reasonNotGoingDeeper == nil else { return nil }
            return state.screen.listsKeys ? .row(3) : .row(1)
        }, twin: .command("experiments get KEY --details"), synonyms: ["open", "show"],
        whyNot: \.reasonNotGoingDeeper, change: { $0.goDeeper() })
    static let openDetails: Command = Command(
        "open-details", title: "Open the details, or a group", in: .reading, keys: ["l"], twin: .screenAlone,
        whyNot: { $0.reasonNotMovingIn(.openDetails) }, change: { $0.openDetails() })
    static let closeDetails: Command = Command(
        "close-details", title: "Close the details, or the group", in: .reading, keys: ["h"], twin: .screenAlone,
        whyNot: { $0.reasonNotMovingIn(.closeDetails) }, change: { $0.closeDetails() })
    static let detailDown: Command = Command(
        "detail-down", title: "Scroll the details down", in: .reading, keys: ["J"],
        footer: FooterPlace("scroll down", at: .details(1), where: \.showsOnlyDetails), twin: .screenAlone,
        whyNot: { $0.reasonNotScrollingDetails }, change: { $0.scrollDetails(by: $0.detailPage) })
    static let detailUp: Command = Command(
        "detail-up", title: "Scroll the details up", in: .reading, keys: ["K"],
        footer: FooterPlace("up", at: .details(2), where: \.showsOnlyDetails), twin: .screenAlone,
        whyNot: { $0.reasonNotScrollingDetails }, change: { $0.scrollDetails(by: -$0.detailPage) })
    static let growDetails: Command = Command(
        "grow-details", title: "Give the details more of the screen", in: .reading, keys: [")"], twin: .screenAlone,
        whyNot: { $0.reasonNotResizingDetails(.growDetails) }, change: { $0.resizeDetails(.growDetails) })
    static let shrinkDetails: Command = Command(
        "shrink-details", title: "Give the details less of the screen", in: .reading, keys: ["("], twin: .screenAlone,
        whyNot: { $0.reasonNotResizingDetails(.shrinkDetails) }, change: { $0.resizeDetails(.shrinkDetails) })
    static let zoomDetails: Command = Command(
        "zoom-details", title: "Give the details the whole screen, or no longer", in: .reading, keys: ["Z"],
        twin: .screenAlone,
        whyNot: { $0.reasonNotResizingDetails(.zoomDetails) }, change: { $0.resizeDetails(.zoomDetails) })
    static let foldJSON: Command = Command(
        "fold-json", title: "Fold or unfold JSON in the details", in: .reading, keys: ["z"], twin: .screenAlone,
        whyNot: { $0.reasonNotFolding }, change: { $0.toggleFolding() })
}

extension DashboardState {
    /// Why `Enter` does nothing; nil if there is something to open.
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
