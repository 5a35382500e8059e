/// How the lists of keys are cut down and divided, besides the filter.
struct ListChoices: Sendable, Hashable {
    /// Whether only what the last fetch changed is shown.
    var onlyChanged = false
    /// Whether keys stand under the headings of their groups.
    var isGrouped = false
    /// The groups that are closed.
    var collapsedGroups: Set<String> = []
}
