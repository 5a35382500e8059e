#if os(macOS) || !canImport(Darwin)
/// What ended a wait. All empty: time ran out.
public struct Wake: Sendable, Hashable {
    /// `Terminal.readEvents` has something.
    public var hasInput = false

    /// The inbox has something.
    public var hasMessages = false

    /// Signals that came, in order, each at most once.
    public var signals: [TerminalSignal] = []
}
#endif
