#if os(macOS) || !canImport(Darwin)
import CNcurses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
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
