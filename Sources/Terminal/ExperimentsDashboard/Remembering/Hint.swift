/// A hint for people who are new to a screen. It is shown above the footer until they follow it or dismiss it with Esc,
/// and then never again.
public enum Hint: String, Sendable, Hashable, CaseIterable {
    /// The first steps, on any screen.
    case welcome
    /// How to see why a value is incorrect.
    case incorrect
    /// How to switch, remove and restore overrides.
    case overrides
    /// How to see what a fetch changed.
    case history

    /// The screen it is about; nil for the first words of all, which come before any other.
    var screen: Screen? {
        switch self {
        case .welcome: nil
        case .incorrect: .incorrect
        case .overrides: .overrides
        case .history: .history
        }
    }

    /// The commands that it suggests. Running one of them removes the hint.
    var actions: [Command] {
        switch self {
        case .welcome: [.help, .setOverride, .palette]
        case .incorrect: [.details]
        case .overrides: [.switchOverride, .removeOverride, .undo]
        case .history: [.details]
        }
    }

    /// The words for an action, after its key.
    func words(for action: Command) -> String {
        switch (self, action) {
        case (.welcome, .help): "shows every key"
        case (.welcome, .setOverride): "overrides the value under the cursor"
        case (.welcome, .palette): "finds a command"
        case (.incorrect, .details): "shows what was found, and where it goes wrong"
        case (.overrides, .switchOverride): "switches one off and on"
        case (.overrides, .removeOverride): "removes it"
        case (.overrides, .undo): "takes the last change back"
        case (.history, .details): "shows what a fetch changed"
        default: action.title.lowercased()
        }
    }
}

extension Hint {
    /// Its text, with the present keys; empty if none of its commands has one.
    func spans(_ keyMap: KeyMap) -> [Span] {
        let parts = actions.compactMap { action in keyMap.name(of: action).map { ($0, words(for: action)) } }
        guard !parts.isEmpty else { return [] }
        var spans: [Span] = []
        for (key, words) in parts {
            spans += [Span(key, .footerKey), Span(" \(words)   ", .dim)]
        }
        if let back = keyMap.name(of: .back) { spans += [Span(back, .footerKey), Span(" hides this", .dim)] }
        return spans
    }
}

extension DashboardState {
    /// The hint to show now, if there is one: the first words before any other, then those about the screen.
    var hint: Hint? {
        guard memory.showsHints, panels.isEmpty, !isTyping, rowCount > 0 else { return nil }
        let due = Hint.allCases.first {
            !memory.dismissedHints.contains($0) && ($0.screen == nil || $0.screen == screen)
        }
        return due.flatMap { $0.spans(project.keyMap).isEmpty ? nil : $0 }
    }

    /// An action that the shown hint suggests takes it; Esc puts it away, besides what it does otherwise. Whether it did.
    mutating func takeHint(by action: Command) -> Bool {
        guard let hint, action == .back || hint.actions.contains(action) else { return false }
        _ = update(\.memory, with: .dismiss(hint))
        return true
    }
}
