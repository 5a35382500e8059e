#if os(macOS) || !canImport(Darwin)
import CNcurses
import TerminalUI

extension Terminal {
    /// How long a terminal that was asked may take to answer, over a slow connection, too.
    private static let patience = Duration.milliseconds(300)

    /// Asks the terminal for the colour of its background. If it knows, and tells, `InputEvent.background` comes in;
    /// nothing waits for it.
    public func askForBackground() {
        if cn_ask_background() { askedAt = .now }
    }

    /// Has the mouse reported, or leaves it to the terminal, which can then select text.
    public func setMouse(_ isOn: Bool) { cn_set_mouse(isOn) }

    /// An answer that is on its way when the program ends would end up in the shell's command line.
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
