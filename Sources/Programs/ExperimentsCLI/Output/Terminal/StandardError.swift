import ExperimentsCore
import Foundation

/// Standard error: for words to people, through the `TerminalEncoder`. What cannot be said there cannot be said.
enum StandardError {
    static func write(_ text: StyledText) {
        send(TerminalEncoder.encoded(text))
    }

    /// Writes a text and a line feed.
    static func line(_ text: StyledText) {
        send(TerminalEncoder.encoded(text) + "\n")
    }

    /// Tells of an error, or of all that it is made of, each after a word for it such as `error`.
    static func report(_ error: any OperatorError, as word: String) {
        line(StyledText(lines: ErrorReport(error).text(label: word + ": ")))
    }

    /// Writes words in place of those before, on a terminal; nil for none.
    static func replaceLine(_ words: StyledText?) {
        send("\r\u{1b}[K" + (words.map { TerminalEncoder.encoded($0) } ?? ""))
    }

    /// Rings, on a terminal.
    static func ring() {
        send("\u{07}")
    }

    private static func send(_ text: String) {
        _ = FileDescriptorOutput.write(text, to: STDERR_FILENO)
    }
}
