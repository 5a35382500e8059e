import ExperimentsCore

// What becomes of texts that are copied. Nothing is called copied that may not have arrived.
extension DashboardState {
    /// Reports where a text was copied to. If no clipboard accepted it, shows it for selecting.
    mutating func copied(_ text: String, _ outcome: CopyOutcome) {
        notices.doubtfulCopy = nil
        let name = DisplayText(text).truncated(to: 40)
        if !outcome.places.isEmpty {
            let isInTmux = outcome.places.contains(.tmux)
            let words =
                outcome.places.contains(.desktop)
                ? "copied \(name)" + (isInTmux ? ", into tmux's buffer, too" : "")
                : "copied \(name) into tmux's buffer: tmux's prefix and ] paste it"
            say(words, .success)
        } else if outcome.wasSent {
            notices.doubtfulCopy = text
            say("sent to the terminal's clipboard: \(name); if it is not there, copy it again to see it", .warning)
        } else {
            say("no clipboard took it: it is shown to be selected", .warning)
            panels.push(SelectableText(text))
        }
    }

    /// A text is copied a second time that the terminal was sent before: it did not arrive, so it is shown.
    mutating func showDoubtfulCopies(_ effects: [Effect]) -> [Effect] {
        guard let doubtfulCopy = notices.doubtfulCopy else { return effects }
        return effects.filter { effect in
            guard case .copy(doubtfulCopy) = effect else { return true }
            self.notices.doubtfulCopy = nil
            panels.push(SelectableText(doubtfulCopy))
            return false
        }
    }

    /// Whether a text is shown to be selected, which the mouse is left to the terminal for.
    var isSelecting: Bool { panels.top is SelectableText }
}
