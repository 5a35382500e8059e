#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

/// Whether characters other than ASCII are drawn on a terminal, and why.
public struct UnicodeSupport: Sendable, Hashable {
    /// Whether characters other than ASCII are drawn.
    public let isOn: Bool

    /// The reason, as the end of a sentence: `LANG is C.UTF-8`.
    public let reason: String

    /// Determines the characters without asking the terminal, which could not answer.
    ///
    /// - Parameter environment: `TERM`, and the variables of the locale.
    public init(environment: [String: String]) {
        func value(_ name: String) -> String { environment[name] ?? "" }
        func shown(_ name: String) -> String { "\(name) is \(DisplayText(value(name)).truncated(to: 40))" }
        if !cn_is_modern(value("TERM")) {
            // The fonts of these terminals have few symbols, or none.
            (isOn, reason) = (false, shown("TERM"))
        } else if let variable = ["LC_ALL", "LC_CTYPE", "LANG"].first(where: { !value($0).isEmpty }) {
            (isOn, reason) = (Self.isUTF8(value(variable)), shown(variable))
        } else {
            // This is common in containers, whose terminal runs elsewhere and understands UTF-8.
            isOn = true
            reason = "no locale is set"
        }
    }

    /// The support as a sentence: `Unicode characters: LANG is C.UTF-8`.
    public var words: String { "\(isOn ? "Unicode characters" : "ASCII characters only"): \(reason)" }

    /// Whether a locale such as `de_DE.UTF-8@euro`, or `UTF-8` alone as on macOS, names the encoding.
    private static func isUTF8(_ locale: String) -> Bool {
        let encoding = locale.unicodeScalars.prefix { $0 != "@" }.reversed().prefix { $0 != "." }.reversed()
        return ["utf-8", "utf8"].contains(String(String.UnicodeScalarView(encoding)).lowercased())
    }
}
#endif
