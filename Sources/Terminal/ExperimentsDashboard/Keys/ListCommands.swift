import ExperimentsCore

extension [Command] {
    static let listing: [Command] = [.narrowKeys, .widenKeys, .changedOnly, .groupView, .keyHistory]
}

extension Command {
    static let narrowKeys: Command = Command(
        "narrow-keys", title: "Make the column of keys narrower", in: .reading, keys: ["<"], twin: .screenAlone,
        whyNot: { $0.list.reasonNotResizingKeys(by: -ListState.resizeStep, Context($0)) },
        run: { _ in [.send(\.list, .resizeKeys(by: -ListState.resizeStep))] })
    static let widenKeys: Command = Command(
        "widen-keys", title: "Make the column of keys wider", in: .reading, keys: [">"], twin: .screenAlone,
        whyNot: { $0.list.reasonNotResizingKeys(by: ListState.resizeStep, Context($0)) },
        run: { _ in [.send(\.list, .resizeKeys(by: ListState.resizeStep))] })
    static let changedOnly: Command = Command(
        "changed-only", title: "Show only what the last fetch changed", in: .reading, keys: ["c"],
        footer: FooterPlace("changed", at: .others(1), where: \.screen.listsKeys),
        twin: .command("experiments list --changed"), whyNot: reasonNotListing,
        run: { _ in [.send(\.list, .toggleChangedOnly)] })
    static let groupView: Command = Command(
        "group-view", title: "Show keys under their groups", in: .reading, keys: ["v"],
        footer: FooterPlace("groups", at: .others(2), where: \.screen.listsKeys),
        twin: .command("experiments list --groups"), whyNot: reasonNotListing,
        run: { _ in [.send(\.list, .toggleGroups)] })
    static let keyHistory: Command = Command(
        "key-history", title: "Show the fetches that changed this key", in: .reading,
        twin: .command("experiments history --key KEY"), whyNot: \.reasonNoKey,
        change: { state in
            guard let name = state.subjectName else { return }
            state.show(
                .history, filteredBy: Filter("key:" + (name.contains(scalar: " ") ? "\"\(name)\"" : name)))
        })

    @Sendable private static func reasonNotListing(_ state: DashboardState) -> String? {
        state.screen.listsKeys ? nil : "choose a list of keys, on screens 1 to 4"
    }
}

extension DashboardState {
    /// The reason why there is no key for a command.
    var reasonNoKey: String? {
        if screen == .experiments { return subjectName == nil ? "no key is known of this experiment" : nil }
        if !screen.listsKeys { return "choose a key on screens 1 to 4" }
        return selectedName == nil ? "there is no key under the cursor" : nil
    }
}
