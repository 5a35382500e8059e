/// The list of sources, to go over to one or to compare with one.
public struct SourcesPanel: Sendable {
    /// What the choice is for.
    public enum Purpose: Sendable, Hashable {
        case switching
        case comparing
    }

    /// What the choice is for.
    public let purpose: Purpose
    /// The sources to choose from.
    public let sources: [DashboardSource]
    /// The chosen one.
    public internal(set) var selected: Int

    /// The keys that work here.
    func hints(_ map: KeyMap) -> [(String, String)] {
        [("Enter", purpose == .switching ? "switch" : "compare")] + map.choosing() + [("Esc", "back")]
    }
}
