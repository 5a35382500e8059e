/// A key of a panel with a list: its hint, and what it does. The panel's hints and its handling of keys both come from
/// the same list of these, so that a hint cannot name a key that does something else.
struct PanelKey<Owner: ListPanel>: Sendable {
    /// The keys that it always has, such as `Enter`.
    let presses: [KeyPress]
    /// The commands that it is in this panel. `bindings:` changes their keys.
    let commands: [Command]
    /// Returns the word of its hint; nil for no hint.
    let word: @Sendable (Owner, DashboardState) -> String?
    /// Acts; returns nil if the key has another meaning now.
    let act: @Sendable (inout Owner, DashboardState) -> PanelAnswer?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - presses: the keys that it always has. The first is in the hint.
    ///   - commands: the commands with the same effect. The key of the first is in the hint if there are no `presses`.
    init(
        _ presses: [KeyPress] = [], _ commands: [Command] = [],
        word: @escaping @Sendable (Owner, DashboardState) -> String?,
        act: @escaping @Sendable (inout Owner, DashboardState) -> PanelAnswer?
    ) {
        self.presses = presses
        self.commands = commands
        self.word = word
        self.act = act
    }

    /// Creates a key whose hint is always the same; nil for no hint.
    init(
        _ presses: [KeyPress] = [], _ commands: [Command] = [], _ word: String? = nil,
        act: @escaping @Sendable (inout Owner, DashboardState) -> PanelAnswer?
    ) {
        self.init(presses, commands, word: { _, _ in word }, act: act)
    }

    /// Returns its hint now; none without a word, or if its command has no key.
    fileprivate func hints(_ owner: Owner, _ state: DashboardState) -> [KeyHint] {
        guard let word = word(owner, state) else { return [] }
        if let press = presses.first { return [KeyHint(press, word)] }
        return commands.first.map { state.project.keyMap.hint([$0], word) } ?? []
    }
}

// The keys that all such panels have.
extension PanelKey {
    /// `Esc` and the key that goes back: ends the search or the filter, otherwise closes the panel.
    static var back: PanelKey { back { _, _ in [] } }

    /// - Parameter effects: returns the effects of closing the panel.
    static func back(_ effects: @escaping @Sendable (Owner, DashboardState) -> [Effect]) -> PanelKey {
        PanelKey([KeyPress(.escape)], [.back], word: { owner, _ in owner.escapeWord }) { owner, state in
            owner.clearReading(state) ? .stay() : .close(effects(owner, state))
        }
    }

    /// The keys that close the panel in one step: those that quit, and those that opened it.
    static func closing(_ commands: Command...) -> PanelKey {
        PanelKey([], [.quit] + commands) { _, _ in .close() }
    }

    /// `Enter` and the keys that open details elsewhere.
    static func open(
        _ word: String, also commands: [Command] = [],
        act: @escaping @Sendable (inout Owner, DashboardState) -> PanelAnswer?
    ) -> PanelKey {
        PanelKey([KeyPress(.enter)], [.details, .openDetails] + commands, word, act: act)
    }

    /// The hint for a key that every list handles, because it moves, filters or searches.
    static func reading(_ command: Command, _ word: String) -> PanelKey {
        PanelKey([], [command], word) { _, _ in nil }
    }
}

extension ListPanel {
    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField != nil {
            _ = read(press, state)
            return .stay()
        }
        let command = state.project.keyMap.command(for: press)
        let pressed = Self.keys.filter { $0.presses.contains(press) }
        let meant = Self.keys.filter { key in command.map(key.commands.contains) ?? false }
        for key in pressed + meant {
            if let answer = key.act(&self, state) { return answer }
        }
        _ = read(press, state)
        return .stay()
    }

    /// Returns the hints of keys, in their order. Keys next to each other with the same word share one.
    func hints(of keys: [PanelKey<Self>], _ state: DashboardState) -> [KeyHint] {
        var hints: [KeyHint] = []
        var group: [KeyHint] = []
        func close() {
            if group.count > 1 {
                hints.append(KeyHint(group, group[0].word))
            } else {
                hints += group
            }
            group = []
        }
        for hint in keys.flatMap({ $0.hints(self, state) }) {
            if group.first.map({ $0.word != hint.word }) ?? false { close() }
            group.append(hint)
        }
        close()
        return hints
    }
}
