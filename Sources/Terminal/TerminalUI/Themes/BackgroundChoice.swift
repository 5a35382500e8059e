/// The background on which the dashboard is drawn.
public enum BackgroundChoice: String, Sendable, Hashable, CaseIterable {
    /// The theme's own background, if it has one.
    case theme
    /// The terminal's background, which may be transparent, or a picture.
    case terminal
}
