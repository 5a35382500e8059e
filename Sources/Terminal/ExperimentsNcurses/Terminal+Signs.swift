#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

extension Terminal {
    /// The time that a terminal has to answer, even over a slow connection.
    private static let patience = Duration.milliseconds(300)

    /// Asks the terminal for its background color. If it answers, `InputEvent.background` arrives;
    /// nothing waits for it.
    public func askForBackground() {
        if cn_ask_background() { askedAt = .now }
    }

    /// Turns mouse reports on, or leaves the mouse to the terminal, which can then select text.
    public func setMouse(_ isOn: Bool) { cn_set_mouse(isOn) }

    /// Waits for an answer that is still on its way when the program ends. It would otherwise appear on the shell's
    /// command line.
    func awaitBackground() {
        guard let askedAt else { return }
        let deadline = askedAt + Self.patience
        while self.askedAt != nil, ContinuousClock.now < deadline {
            let wake = wait(until: deadline)
            guard wake.signals.isEmpty else { return }
            if wake.hasInput { _ = readEvents() }
        }
    }
}
#endif

extension Terminal {
    /// Sounds the bell, or the terminal's replacement for it.
    public func bell() { send("\u{7}") }

    /// Puts text into the clipboard of the machine that the user sits at, even over ssh, if the terminal allows it. The
    /// terminal does not report success (OSC 52).
    ///
    /// - Returns: false if this kind of terminal cannot do it, or the text is larger than terminals accept (about 74
    ///   kB).
    public func copyToClipboard(_ text: String) -> Bool {
        guard isModern, text.utf8.count <= Self.clipboardLimit else { return false }
        send(Self.clipboardSequence(for: Data(text.utf8).base64EncodedString(), environment: environment))
        return true
    }

    /// Shows a notification on the desktop of the machine that the user sits at, if the terminal can. The terminal does
    /// not report success (OSC 9).
    public func notifyDesktop(_ text: String) {
        if isModern { send(Self.notificationSequence(for: text, environment: environment)) }
    }

    /// Whether the console ignores unknown sequences. Older ones print them.
    private var isModern: Bool { cn_is_modern(environment["TERM"] ?? "") }

    private func send(_ text: String) {
        var text = text
        _ = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cn_write($0.baseAddress, $0.count) }
        }
    }
}

// The control sequences, wrapped so that they get through a multiplexer.
extension Terminal {
    /// The maximum number of bytes of text to copy. The lowest limit among terminals is 100,000 bytes for the sequence.
    package static let clipboardLimit = 74_994

    /// Returns the control sequence that sets the clipboard.
    static func clipboardSequence(for base64: String, environment: [String: String]) -> String {
        let plain = "\u{1b}]52;c;\(base64)\u{7}"
        let wrapped = Multiplexer.wrapped(plain, environment)
        // Depending on its settings, tmux either uses the plain sequence or passes the wrapped one on.
        return Multiplexer.isTmux(environment) ? plain + wrapped : wrapped
    }

    /// The maximum length of the text in a notification.
    static let notificationLimit = 200

    /// Returns the control sequence that shows a notification.
    static func notificationSequence(for words: String, environment: [String: String]) -> String {
        // The text comes from a source, so nothing in it may end the sequence or begin another.
        let harmless = words.unicodeScalars.filter { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
        let text = String(String.UnicodeScalarView(harmless)).prefix(notificationLimit)
        return Multiplexer.wrapped("\u{1b}]9;\(text)\u{7}", environment)
    }
}
#endif
