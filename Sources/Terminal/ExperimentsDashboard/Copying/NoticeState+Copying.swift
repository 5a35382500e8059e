import ExperimentsCore

// What becomes of texts that are copied. Nothing is called copied that may not have arrived.
extension NoticeState: Feature {
    enum Message: Sendable {
        /// A text was copied, as far as that is known.
        case copied(String, CopyOutcome)
    }

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
        switch message {
        case .copied(let text, let outcome): return copied(text, outcome)
        }
    }

    /// Reports where a text was copied to. If no clipboard accepted it, shows it for selecting.
    private mutating func copied(_ text: String, _ outcome: CopyOutcome) -> [Effect] {
        doubtfulCopy = nil
        let name = DisplayText(text).truncated(to: 40)
        if !outcome.places.isEmpty {
            let isInTmux = outcome.places.contains(.tmux)
            let words =
                outcome.places.contains(.desktop)
                ? "copied \(name)" + (isInTmux ? ", into tmux's buffer, too" : "")
                : "copied \(name) into tmux's buffer: tmux's prefix and ] paste it"
            return [.say(words, .success)]
        }
        guard outcome.wasSent else {
            return [.say("no clipboard took it: it is shown to be selected", .warning), .open(SelectableText(text))]
        }
        doubtfulCopy = text
        let words = "sent to the terminal's clipboard: \(name); if it is not there, copy it again to see it"
        return [.say(words, .warning)]
    }

    /// A text is copied a second time that the terminal was sent before: it did not arrive, so it is shown.
    ///
    /// - Returns: the effects, with showing in place of copying.
    mutating func showingDoubtful(_ effects: [Effect]) -> [Effect] {
        guard let doubtful = doubtfulCopy else { return effects }
        return effects.map { effect in
            guard case .copy(doubtful) = effect else { return effect }
            doubtfulCopy = nil
            return .open(SelectableText(doubtful))
        }
    }
}
