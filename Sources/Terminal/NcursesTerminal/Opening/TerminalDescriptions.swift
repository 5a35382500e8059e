#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Names of terminal descriptions to try, the best first.
struct TerminalDescriptions: Equatable {
    private(set) var names: [String] = []

    /// How many of them describe the user's terminal; those after are a guess.
    private(set) var trusted = 0

    /// - Parameter environment: `TERM` says which terminal it is.
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        if !term.isEmpty { names.append(term) }
        trusted = names.count
        for guess in ["xterm-256color", "xterm"] where !names.contains(guess) { names.append(guess) }
    }

    /// What to tell the user if the description of this index was taken.
    func warning(taken index: Int, environment: [String: String]) -> String? {
        guard index >= trusted, names.indices.contains(index) else { return nil }
        guard let term = environment["TERM"], !term.isEmpty else {
            return "TERM is not set; taking the terminal for \(names[index])."
        }
        let name = DisplayText(term).truncated(to: 40)
        return "There is no description of the terminal “\(name)” (TERM); taking it for \(names[index])."
    }
}
#endif
