#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Names of terminal descriptions to try, the best first.
struct TerminalDescriptions: Equatable {
    private(set) var names: [String] = []

    /// How many of them describe the user's terminal; those after are a guess.
    private(set) var trusted = 0

    /// - Parameters:
    ///   - environment: `TERM` says which terminal it is, `COLORTERM` whether it has 24-bit colours.
    ///   - colors: what the user wants; ncurses has 24-bit colours only with descriptions of their own.
    init(environment: [String: String], colors: ColorChoice) {
        let term = environment["TERM"] ?? ""
        let announced = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased() ?? "")
        let wantsMore = colors == .truecolor || announced
        if colors.limit(environment: environment) == .truecolor, wantsMore, !term.isEmpty, term != "dumb" {
            names = Self.directNames(for: term)
            if term == "xterm" { names.append("xterm-256color") }
        }
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

    /// Of those, the ones that keep the palette for low numbers come first.
    private static func directNames(for term: String) -> [String] {
        if term.contains("-direct") { return [] }
        var base = term[...]
        for suffix in ["-256color", "-16color", "-color"] where base.hasSuffix(suffix) {
            base = base.dropLast(suffix.count)
        }
        if base == "xterm" || base.hasPrefix("xterm-") && base != "xterm-kitty" {
            return ["xterm-direct256", "xterm-direct16", "xterm-direct"]
        }
        if base == "xterm-kitty" { return ["kitty-direct"] }
        return ["\(base)-direct"]
    }
}
#endif
