/// Whose background the dashboard is drawn on.
public enum BackgroundChoice: String, Sendable, Hashable, CaseIterable {
    /// The theme's own, where it has one.
    case theme
    /// The terminal's, which may be transparent, or a picture.
    case terminal
}
