import Foundation

/// Standard output, written with the system's own call, so that a failure is noticed and nothing waits in a buffer.
enum StandardOutput {
    /// Writes a text as it is.
    ///
    /// - Throws: `CommandProblem` where it cannot be written. A reader that went away ends the program as it ends any
    ///   other, by SIGPIPE.
    static func write(_ text: String) throws(CommandProblem) {
        let code = FileDescriptorOutput.write(text, to: STDOUT_FILENO)
        if code == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        guard code == 0 else {
            throw CommandProblem("cannot write to standard output: \(String(cString: strerror(code)).lowercased())")
        }
    }

    /// Writes a text and a line feed.
    static func line(_ text: String) throws(CommandProblem) {
        try write(text + "\n")
    }
}
