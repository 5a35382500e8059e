import ExperimentsCore

extension Command {
    static let details: Command = Command(
        "details", title: "Open the details, then give them the whole screen", in: .reading, keys: [.key(.enter)],
        footer: FooterPlace("details") { state in
            guard !state.actsOnMarks, state.details.reasonNotGoingDeeper(Context(state)) == nil else { return nil }
            return state.screen.listsKeys ? .row(3) : .row(1)
        }, twin: .command("experiments get KEY --details"), synonyms: ["open", "show"],
        whyNot: { $0.details.reasonNotGoingDeeper(Context($0)) }, run: { _ in [.send(\.details, .goDeeper)] })
    static let openDetails: Command = Command(
        "open-details", title: "Open the details, or a group", in: .reading, keys: ["l"], twin: .screenAlone,
        whyNot: { $0.details.reasonNotMoving(in: true, Context($0)) }, run: { _ in [.send(\.details, .open)] })
    static let closeDetails: Command = Command(
        "close-details", title: "Close the details, or the group", in: .reading, keys: ["h"], twin: .screenAlone,
        whyNot: { $0.details.reasonNotMoving(in: false, Context($0)) }, run: { _ in [.send(\.details, .close)] })
    static let detailDown: Command = Command(
        "detail-down", title: "Scroll the details down", in: .reading, keys: ["J"],
        footer: FooterPlace("scroll down", at: .details(1), where: \.showsOnlyDetails), twin: .screenAlone,
        whyNot: { $0.details.reasonClosed($0.project.keyMap) },
        run: { [.send(\.details, .scroll(by: max(1, $0.layout.details.rows / 2)))] })
    static let detailUp: Command = Command(
        "detail-up", title: "Scroll the details up", in: .reading, keys: ["K"],
        footer: FooterPlace("up", at: .details(2), where: \.showsOnlyDetails), twin: .screenAlone,
        whyNot: { $0.details.reasonClosed($0.project.keyMap) },
        run: { [.send(\.details, .scroll(by: -max(1, $0.layout.details.rows / 2)))] })
    static let growDetails: Command = Command(
        "grow-details", title: "Give the details more of the screen", in: .reading, keys: [")"], twin: .screenAlone,
        whyNot: { $0.details.reasonNotResizing(to: $0.details.size.larger, Context($0)) },
        run: { _ in [.send(\.details, .grow)] })
    static let shrinkDetails: Command = Command(
        "shrink-details", title: "Give the details less of the screen", in: .reading, keys: ["("], twin: .screenAlone,
        whyNot: { $0.details.reasonNotResizing(to: $0.details.size.smaller, Context($0)) },
        run: { _ in [.send(\.details, .shrink)] })
    static let zoomDetails: Command = Command(
        "zoom-details", title: "Give the details the whole screen, or no longer", in: .reading, keys: ["Z"],
        twin: .screenAlone,
        whyNot: { $0.details.reasonNotZooming(Context($0)) }, run: { _ in [.send(\.details, .zoom)] })
    static let foldJSON: Command = Command(
        "fold-json", title: "Fold or unfold JSON in the details", in: .reading, keys: ["z"], twin: .screenAlone,
        whyNot: { $0.details.reasonNotFolding(Context($0)) }, run: { _ in [.send(\.details, .toggleFolding)] })
}
