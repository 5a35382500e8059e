/// A hint for people who are new to a screen. It is shown above the footer until they follow it or dismiss it with Esc,
/// and then never again.
public enum Hint: String, Sendable, Hashable, CaseIterable {
    /// The first steps, on a screen of keys.
    case welcome
    /// How to see what other users get.
    case users
    /// How to see why a value is incorrect.
    case incorrect
    /// How to switch, remove and restore overrides.
    case overrides
    /// How to look at an experiment.
    case experiments
    /// How to see the changes of a fetch.
    case history
    /// How to link an app, and to set overrides only for that app.
    case apps

    /// The screens on which it is shown. If there are several hints for a screen, the first declared one is shown
    /// first.
    var screens: Set<Screen> {
        switch self {
        case .welcome: [.keys, .missing, .incorrect, .overrides]
        case .users: [.keys]
        case .incorrect: [.incorrect]
        case .overrides: [.overrides]
        case .experiments: [.experiments]
        case .history: [.history]
        case .apps: [.apps]
        }
    }

    /// The commands that it suggests. Running one of them removes the hint.
    var actions: [Command] {
        switch self {
        case .welcome: [.help, .setOverride, .palette]
        case .users: [.persona, .matrix, .template]
        case .incorrect: [.details]
        case .overrides: [.switchOverride, .removeOverride, .undo]
        case .experiments: [.details, .setOverride]
        case .history: [.details]
        case .apps: [.details, .setOverride]
        }
    }

    /// Returns whether what it says is true of the row under the cursor.
    func isUseful(_ state: DashboardState) -> Bool {
        switch self {
        case .users: actions.first?.whyNot(state) == nil
        case .experiments: ExperimentRowList.selected(state)?.standing != nil
        case .welcome, .incorrect, .overrides, .history, .apps: true
        }
    }

    /// Returns the text for an action, after its key.
    func words(for action: Command) -> String {
        switch (self, action) {
        case (.welcome, .help): "shows every key"
        case (.welcome, .setOverride): "overrides the value under the cursor"
        case (.welcome, .palette): "finds a command"
        case (.users, .persona): "shows the values of another user"
        case (.users, .matrix): "compares users"
        case (.users, .template): "edits the template"
        case (.experiments, .details): "shows groups and metrics"
        case (.experiments, .setOverride): "puts you in another group"
        case (.apps, .details): "shows what the app has"
        case (.apps, .setOverride): "overrides a value in this app only"
        case (.incorrect, .details): "shows the value, and where the mistake is"
        case (.overrides, .switchOverride): "turns one on or off"
        case (.overrides, .removeOverride): "removes it"
        case (.overrides, .undo): "undoes the last change"
        case (.history, .details): "shows what a fetch changed"
        default: action.title.lowercased()
        }
    }
}

extension Hint {
    /// Returns the text, with the current keys; empty if none of its commands has a key.
    ///
    /// - Parameters:
    ///   - width: the available columns. The last commands are left out before the key that hides the hint is cut.
    ///   - works: whether a command can do something now. Others are left out.
    func spans(_ keyMap: KeyMap, width: Int = .max, works: (Command) -> Bool = { _ in true }) -> [Span] {
        var parts = actions.filter(works).compactMap { action in
            keyMap.name(of: action).map { [Span($0, .footerKey), Span(" \(words(for: action))   ", .dim)] }
        }
        guard !parts.isEmpty else { return [] }
        let back = keyMap.name(of: .back).map { [Span($0, .footerKey), Span(" hides this", .dim)] } ?? []
        while parts.count > 1, (parts.joined() + back).reduce(0, { $0 + $1.width }) > width {
            parts.removeLast()
        }
        return parts.joined() + back
    }
}

extension DashboardState {
    /// The hint to show now, if there is one.
    var hint: Hint? {
        guard memory.showsHints, panels.isEmpty, !isTyping, rowCount > 0 else { return nil }
        let due = Hint.allCases.first {
            !memory.dismissedHints.contains($0) && $0.screens.contains(screen) && $0.isUseful(self)
        }
        return due.flatMap { $0.spans(project.keyMap) { works($0) }.isEmpty ? nil : $0 }
    }

    /// Returns whether a command can do something now.
    func works(_ command: Command) -> Bool { reasonDisabled(command) == nil }

    /// Hides the hint after an action that it suggests, or after Esc. Returns whether it did.
    mutating func takeHint(by action: Command) -> Bool {
        guard let hint, action == .back || hint.actions.contains(action) else { return false }
        _ = update(\.memory, with: .dismiss(hint))
        return true
    }
}
