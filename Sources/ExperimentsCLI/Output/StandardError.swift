import Foundation

/// Standard error: for words to people. What cannot be said there cannot be said.
enum StandardError {
    /// Writes a text as it is.
    static func write(_ text: String) {
        _ = FileDescriptorOutput.write(text, to: STDERR_FILENO)
    }

    /// Writes a text and a line feed.
    static func line(_ text: String) {
        write(text + "\n")
    }
}
