import ExperimentsTerminalUI

@testable import ExperimentsNcurses

extension InputDecoder {
    /// Takes bytes as they come from a terminal.
    mutating func feed(_ bytes: ArraySlice<UInt8>) { feed(bytes: bytes) }

    /// Takes a text as it comes from a terminal.
    mutating func feed(_ text: String) { feed(Array(text.utf8)[...]) }

    /// What a text means of which nothing more comes for a long time.
    static func events(_ text: String) -> [InputEvent] {
        var decoder = InputDecoder()
        decoder.feed(text)
        decoder.giveUp()
        return decoder.takeEvents()
    }
}

extension InputEvent {
    /// Letters that came in masses.
    var typed: String? { if case .typed(let text) = self { text } else { nil } }

    /// The letter of a key without modifiers.
    var letter: String? {
        guard case .key(let press) = self, case .character(let letter) = press.key else { return nil }
        return String(letter)
    }
}
