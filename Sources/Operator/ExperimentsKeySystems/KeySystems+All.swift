import ExperimentsKeyGeneration

extension KeySystems {
    /// The readers of all documents that this package knows.
    public static let all = KeySystems(
        template: { try TemplateKeys.keys($1, $2) }, payload: { try PayloadKeys.keys($0, $1, $2) })
}
