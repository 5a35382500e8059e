import CNcurses

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Terminal {
    /// Sounds the bell, or whatever the user has put in its place.
    public func bell() { send("\u{7}") }

    /// Puts text into the clipboard of the machine at which the user sits, over ssh too, if the terminal allows it; it
    /// does not say whether it did (OSC 52).
    ///
    /// - Returns: false if the text is more than terminals take, which is about 74 kB.
    public func copyToClipboard(_ text: String) -> Bool {
        guard text.utf8.count <= ClipboardSequence.limit else { return false }
        send(ClipboardSequence.text(for: Data(text.utf8).base64EncodedString(), environment: environment))
        return true
    }

    private func send(_ text: String) {
        var text = text
        _ = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cn_write($0.baseAddress, $0.count) }
        }
    }
}

/// The control sequence that sets the clipboard, wrapped so that it gets through a multiplexer.
enum ClipboardSequence {
    /// Bytes of text that terminals take: 100,000 bytes of sequence are the least limit in use.
    static let limit = 74_994

    static func text(for base64: String, environment: [String: String]) -> String {
        let plain = "\u{1b}]52;c;\(base64)\u{7}"
        if environment["TMUX"]?.isEmpty == false {
            // tmux either takes the plain one itself or passes the wrapped one on, depending on its settings.
            return plain + "\u{1b}Ptmux;\u{1b}\(plain)\u{1b}\\"
        }
        if environment["STY"]?.isEmpty == false {
            // screen passes on short strings only.
            var result = ""
            var rest = plain[...]
            while !rest.isEmpty {
                result += "\u{1b}P" + rest.prefix(240) + "\u{1b}\\"
                rest = rest.dropFirst(240)
            }
            return result
        }
        return plain
    }
}
