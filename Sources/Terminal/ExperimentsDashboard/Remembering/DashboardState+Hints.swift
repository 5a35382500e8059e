extension DashboardState {
    /// The hint to show now, if there is one: the first words before any other, then those about the screen.
    var hint: Hint? {
        guard memory.showsHints, panels.isEmpty, !isTyping, rowCount > 0 else { return nil }
        let due = Hint.allCases.first {
            !memory.dismissedHints.contains($0) && ($0.screen == nil || $0.screen == screen)
        }
        return due.flatMap { spans(of: $0).isEmpty ? nil : $0 }
    }

    /// Returns the text of a hint, with the present keys.
    func spans(of hint: Hint) -> [Span] {
        let parts = hint.actions.compactMap { action in
            project.keyMap.keys(for: action).first.map { ($0.description, hint.words(for: action)) }
        }
        guard !parts.isEmpty else { return [] }
        var spans: [Span] = []
        for (key, words) in parts {
            spans += [Span(key, .footerKey), Span(" \(words)   ", .dim)]
        }
        if let back = project.keyMap.keys(for: .back).first {
            spans += [Span(back.description, .footerKey), Span(" hides this", .dim)]
        }
        return spans
    }

    /// An action that the shown hint suggests takes it; Esc puts it away, besides what it does otherwise. Whether it did.
    mutating func takeHint(by action: Command) -> Bool {
        guard let hint, action == .back || hint.actions.contains(action) else { return false }
        memory.dismissedHints.insert(hint)
        return true
    }
}
