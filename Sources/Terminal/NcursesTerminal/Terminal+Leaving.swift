#if os(macOS) || !canImport(Darwin)
import CNcurses
import TerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if os(macOS) || !canImport(Darwin)
import CNcurses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Terminal {
    /// Gives the terminal to another program for a while; `reenter` takes it back.
    public func leave() { cn_leave() }

    /// Takes the terminal again, after `leave` or after having been stopped from outside. The next frame is sent in
    /// full.
    public func reenter() { takeBack(adoptingModes: false) }

    /// Stops the process group, as ctrl-z does in other programs, and returns when it runs again in the foreground.
    ///
    /// - Returns: false if a signal ends the program instead. The shell has the terminal then.
    @discardableResult
    public func suspend() -> Bool {
        cn_leave()
        stoppedItself = true
        guard cn_stop() else { return false }
        takeBack(adoptingModes: true)
        return true
    }

    /// Runs something that uses the terminal by itself.
    public func withoutScreen<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        cn_leave()
        defer { takeBack(adoptingModes: false) }
        return try body()
    }

    /// Runs a program on the terminal, such as an editor, found through `PATH`, and waits for it.
    ///
    /// - Returns: its exit status, or 128 plus the signal that ended it.
    /// - Throws: `TerminalProblem.system` if it cannot be run.
    public func run(_ command: [String]) throws(TerminalProblem) -> Int32 {
        guard let program = command.first, !program.isEmpty else {
            throw .system(what: "no program to run", code: EINVAL)
        }
        return try withoutScreen { () throws(TerminalProblem) in
            let copies = command.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var arguments = copies.map { UnsafePointer<CChar>($0) }
            arguments.append(nil)
            let status = cn_run(arguments)
            if status < 0 {
                throw .system(what: "cannot run \"\(DisplayText(program).truncated(to: 60))\"", code: errno)
            }
            return status
        }
    }

    private func takeBack(adoptingModes: Bool) {
        cn_reenter(adoptingModes)
        shown = nil
        updateSize()
    }
}
#endif

/// A program that has nothing to do with the terminal, such as one that fills the clipboard.
package enum BackgroundProgram {
    /// Runs a program and waits for it, not for those that it leaves behind. To be called in the background.
    ///
    /// - Parameters:
    ///   - path: where the program is.
    ///   - input: the descriptor that it reads from.
    ///   - patience: how long it may take; then it is killed.
    /// - Returns: its exit status; nil if it could not be run, or did not end by itself.
    package static func run(
        _ path: String, _ arguments: [String], environment: [String: String], input: Int32, patience: Duration
    ) -> Int32? {
        let words = copies([path] + arguments)
        let variables = copies(environment.map { "\($0.key)=\($0.value)" })
        defer { for text in words + variables { free(text) } }
        let milliseconds = patience.components.seconds * 1_000 + patience.components.attoseconds / 1_000_000_000_000_000
        let status = cn_run_apart(
            path, words.map { UnsafePointer($0) }, variables.map { UnsafePointer($0) }, input,
            Int32(clamping: milliseconds))
        return status < 0 ? nil : status
    }

    /// Ended by nil, as C wants it.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
}
#endif
