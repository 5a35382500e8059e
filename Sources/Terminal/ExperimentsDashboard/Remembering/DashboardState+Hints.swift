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
