/// What the dashboard tells of while its operator looks elsewhere: `notify: {keys: [paywall_type], broken: true}`.
public struct ProjectNotifications: Sendable, Hashable {
    /// How something is told.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// The terminal's bell.
        case bell
        /// A notification of the desktop, where the terminal passes it on.
        case desktop
    }

    /// The keys whose every change is told.
    public var keys: [String]
    /// Whether it is told when a key becomes missing or incorrect.
    public var broken: Bool
    /// How it is told.
    public var ways: [Way]

    /// Notifications; none, unless asked for.
    public init(keys: [String] = [], broken: Bool = false, ways: [Way] = [.bell]) {
        self.keys = keys
        self.broken = broken
        self.ways = ways
    }
}
