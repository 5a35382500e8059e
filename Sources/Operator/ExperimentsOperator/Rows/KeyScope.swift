/// Which keys of a report a list is about.
package enum KeyScope: Sendable, Hashable, CaseIterable {
    /// All of them, whatever they come to.
    case all
    case missing
    case incorrect
    /// Those with an override, in force or not, and the overrides of names that the report does not know.
    case overrides
}
