/// The result of copying a text, as far as it is known.
public struct CopyOutcome: Sendable, Hashable {
    /// Where a text can be pasted from.
    public enum Place: Sendable, Hashable {
        /// The clipboard of the desktop.
        case desktop
        /// The buffer of tmux.
        case tmux
    }

    /// Where the text certainly is.
    public var places: [Place]
    /// Whether it was sent to the terminal, which does not say what it did with it.
    public var wasSent: Bool

    /// Creates an outcome.
    public init(places: [Place] = [], wasSent: Bool = false) {
        self.places = places
        self.wasSent = wasSent
    }
}
