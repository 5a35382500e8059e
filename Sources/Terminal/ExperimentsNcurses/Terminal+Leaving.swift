#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses

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

    /// Stops the process group, as ctrl-z does in other programs, and returns when it runs in the foreground again.
    ///
    /// - Returns: false if a signal ends the program instead. The shell then has the terminal.
    @discardableResult
    public func suspend() -> Bool {
        cn_leave()
        stoppedItself = true
        guard cn_stop() else { return false }
        takeBack(adoptingModes: true)
        return true
    }

    /// Runs a body that uses the terminal itself.
    public func withoutScreen<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        cn_leave()
        defer { takeBack(adoptingModes: false) }
        return try body()
    }

    /// Runs a program on the terminal, such as an editor, found through `PATH`, and waits for it.
    ///
    /// - Returns: its exit status, or 128 plus the signal that ended it.
    /// - Throws: `TerminalProblem.system` if it cannot be run.
    public func run(_ command: [String]) throws(TerminalProblem) -> Int32 {
        try run(command, environment: nil, folder: nil)
    }

    /// Runs a program as above, with an environment and in a folder; nil for those of this program.
    package func run(
        _ command: [String], environment: [String: String]?, folder: String?
    ) throws(TerminalProblem) -> Int32 {
        guard let program = command.first, !program.isEmpty else {
            throw .system(what: "no program to run", code: EINVAL)
        }
        return try withoutScreen { () throws(TerminalProblem) in
            let (status, code) = command.withCTexts(environment) { words, variables in
                let status = cn_run_in(words, variables, folder)
                return (status, errno)
            }
            if status < 0 {
                throw .system(what: "cannot run \"\(DisplayText(program).truncated(to: 60))\"", code: code)
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
#endif
