#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension CommandProcess {
    /// Runs a program that has nothing to do with the terminal, such as one that fills the clipboard, and waits for it,
    /// but not for its children. Call it in the background.
    ///
    /// - Parameters:
    ///   - path: the path of the program.
    ///   - input: the descriptor of its standard input.
    ///   - patience: the time after which it is killed.
    /// - Returns: its exit status; nil if it could not be run, or did not end by itself.
    package static func run(
        _ path: String, _ arguments: [String], environment: [String: String], input: Int32, patience: Duration
    ) -> Int32? {
        let milliseconds =
            patience.components.seconds * 1_000 + patience.components.attoseconds / 1_000_000_000_000_000
        let status = ([path] + arguments).withCTexts(environment) { words, variables in
            cn_run_apart(path, words, variables, input, Int32(clamping: milliseconds))
        }
        return status < 0 ? nil : status
    }
}

extension [String] {
    /// Passes arguments and variables in the form that C expects: null-terminated arrays of copies.
    func withCTexts<Result>(
        _ environment: [String: String]?,
        _ body: ([UnsafePointer<CChar>?], UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let words = cCopies
        let variables = environment.map { $0.map { "\($0.key)=\($0.value)" }.cCopies }
        defer { for text in words + (variables ?? []) { free(text) } }
        let lentWords = words.map { UnsafePointer($0) }
        guard let lent = variables?.map({ UnsafePointer<CChar>($0) }) else { return body(lentWords, nil) }
        return lent.withUnsafeBufferPointer { body(lentWords, $0.baseAddress) }
    }

    private var cCopies: [UnsafeMutablePointer<CChar>?] { map { strdup($0) } + [nil] }
}
#endif
