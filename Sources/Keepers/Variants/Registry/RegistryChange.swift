/// How what is new meets what a registry holds.
enum RegistryChange: Sendable {
    /// A name that is there already is a problem.
    case add
    /// A flag or variant takes the place of the one with its name; all others stay.
    case overlay
    /// What earlier documents brought goes first; what code registered stays.
    case replaceDocuments
}
