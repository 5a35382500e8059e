import ExperimentsCore
import ExperimentsLocks
import ExperimentsTerminalUI
import Foundation

/// Standard output, written with the system call, so that a failure is noticed and nothing waits in a buffer.
///
/// Text for people is `StyledText`, and passes through the `TerminalEncoder`; documents are JSON, whose writer escapes
/// unsafe characters. Nothing else is written, except by `exact`.
///
/// - Throws: `CommandProblem` from each function if writing fails. If the reader is gone, SIGPIPE ends the program, as
///   usual.
enum StandardOutput {
    /// The first member of each document: the version of the JSON. Members may be added within a version; removing a
    /// member or changing its meaning increments it.
    private static let schema: Document = ["schema": 1]

    private static let hasChanged = Mutex(false)

    /// Records that the command has made its change, so that an error while printing the result mentions it.
    static func noteChange() { hasChanged.withLock { $0 = true } }

    /// Writes text for people.
    static func write(_ text: StyledText) throws(CommandProblem) {
        try send(TerminalEncoder.encoded(text))
    }

    /// Writes text for people, and a line feed.
    static func line(_ text: StyledText) throws(CommandProblem) {
        try send(TerminalEncoder.encoded(text) + "\n")
    }

    /// Writes texts for people in large parts, with a line feed after each.
    static func lines(_ texts: some Sequence<StyledText>) throws(CommandProblem) {
        var batch = ""
        for text in texts {
            batch += TerminalEncoder.encoded(text) + "\n"
            guard batch.utf8.count > 1 << 16 else { continue }
            try send(batch)
            batch = ""
        }
        if !batch.isEmpty { try send(batch) }
    }

    /// Writes a line that is never cut, such as a token, because people or scripts need all of it.
    static func whole(_ text: String) throws(CommandProblem) {
        try send(TerminalEncoder.encoded(StyledText(text), isCut: false) + "\n")
    }

    /// Writes a document on separate lines, after the version of its format.
    static func document(_ members: Document) throws(CommandProblem) {
        try json((schema + members).json)
    }

    /// Writes a document on one line: an event.
    static func event(_ members: Document) throws(CommandProblem) {
        try line(of: schema + members)
    }

    /// Writes JSON with a schema defined elsewhere, on separate lines.
    static func json(_ json: JSONValue) throws(CommandProblem) {
        try send(json.prettyText + "\n")
    }

    /// Writes one of many objects of the same type, on a line.
    static func line(of object: Document) throws(CommandProblem) {
        try send(object.json.compactText + "\n")
    }

    /// Writes a screen, whose cells contain nothing that could control a terminal.
    ///
    /// - Parameter depth: the maximum number of colors; nil for none.
    static func picture(_ frame: Frame, depth: ColorDepth?, ascii: Bool) throws(CommandProblem) {
        try send((depth.map { frame.ansiText(depth: $0, ascii: ascii) } ?? frame.text(ascii: ascii)) + "\n")
    }

    /// Writes text unchanged: text that the program generated, or that a script requested.
    static func exact(_ text: String) throws(CommandProblem) {
        try send(text)
    }

    private static func send(_ text: String) throws(CommandProblem) {
        let code = write(text, to: STDOUT_FILENO)
        if code == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        guard code == 0 else {
            throw CommandProblem(
                "cannot write to standard output: \(String(cString: strerror(code)).lowercased())",
                advice: hasChanged.withLock { $0 } ? "The change was made." : nil)
        }
    }
}

/// Standard error, for messages to people through the `TerminalEncoder`. Failures to write are ignored, because there
/// is nowhere to report them.
enum StandardError {
    static func write(_ text: StyledText) {
        send(TerminalEncoder.encoded(text))
    }

    /// Writes a text and a line feed.
    static func line(_ text: StyledText) {
        send(TerminalEncoder.encoded(text) + "\n")
    }

    /// Prints an error, or all errors that it consists of, each after a label such as `error`.
    static func report(_ error: any OperatorError, as word: String) {
        let places = (error.parts.isEmpty ? [error] : error.parts).compactMap(\.place)
        line(linked(ErrorReport(error).text(label: word + ": "), to: places, after: word + ": "))
    }

    /// Returns a report in which places in files are links, if the terminal shows them.
    private static func linked(_ report: String, to places: [ErrorPlace], after label: String) -> StyledText {
        var (text, rest) = (StyledText(), report[...])
        for place in places {
            let words = VisibleText.of(place.description)
            guard let link = place.file.flatMap({ Console.link(to: $0, on: STDERR_FILENO) }),
                let found = rest.firstRange(of: label + words)
            else { continue }
            text += StyledText(lines: rest[..<found.lowerBound] + label) + StyledText(words, link: link)
            rest = rest[found.upperBound...]
        }
        return text + StyledText(lines: String(rest))
    }

    /// Replaces the current line on a terminal; nil removes it.
    static func replaceLine(_ words: StyledText?) {
        send("\r\u{1b}[K" + (words.map { TerminalEncoder.encoded($0) } ?? ""))
    }

    /// Rings the bell of a terminal.
    static func ring() {
        send("\u{07}")
    }

    private static func send(_ text: String) {
        _ = StandardOutput.write(text, to: STDERR_FILENO)
    }
}

extension StandardOutput {
    /// Writes all of `text` to a file descriptor, in as many calls as necessary. Returns the system's error code, or 0.
    fileprivate static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(descriptor, start + written, bytes.count - written)
                if count >= 0 {
                    written += count
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
