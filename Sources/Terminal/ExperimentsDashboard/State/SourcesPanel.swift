/// The list of sources, to go over to one or to compare with one.
package struct SourcesPanel: Sendable {
    /// What the choice is for.
    package enum Purpose: Sendable, Hashable {
        case switching
        case comparing
    }

    /// What the choice is for.
    package let purpose: Purpose
    /// The sources to choose from.
    package let sources: [DashboardSource]
    /// The chosen one.
    package internal(set) var selected: Int

    /// The keys that work here.
    func hints(_ map: KeyMap) -> [(String, String)] {
        [("Enter", purpose == .switching ? "switch" : "compare")] + map.choosing() + [("Esc", "back")]
    }
}
