#if os(macOS) || !canImport(Darwin)
/// A link from text on the terminal to a file (OSC 8).
package struct Hyperlink: Sendable, Hashable {
    /// The address: `file://laptop/home/ann/experiments.yaml`.
    package let address: String

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - host: the name of this machine, by which a terminal on another machine knows that the file is not there.
    package init(toFileAt path: String, on host: String) {
        address = "file://" + Self.encoded(host) + Self.encoded(path)
    }

    /// Returns the words with the control sequences that make them a link.
    package func text(_ words: String) -> String {
        "\u{1b}]8;;\(address)\u{1b}\\\(words)\u{1b}]8;;\u{1b}\\"
    }

    /// Whether the terminal is known to show links. Others ignore them or print parts of them.
    package static func areShown(by environment: [String: String]) -> Bool {
        // What lies between may remove them, or not know where they end.
        if Multiplexer.isTmux(environment) || Multiplexer.isScreen(environment) { return false }
        let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "zed"]
        if let program = environment["TERM_PROGRAM"], programs.contains(program) { return true }
        let terminals: Set = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour", "wezterm"]
        if let terminal = environment["TERM"], terminals.contains(terminal) { return true }
        // Since this version, the library of GNOME Terminal and others does.
        if let version = environment["VTE_VERSION"].flatMap(Int.init), version >= 5000 { return true }
        return ["KONSOLE_VERSION", "WT_SESSION"].contains { environment[$0]?.isEmpty == false }
    }

    /// Nothing in a name can end the sequence or begin another.
    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (digits.utf8.count == 1 ? "%0" : "%") + digits
            }
        }
        return encoded
    }
}
#endif
