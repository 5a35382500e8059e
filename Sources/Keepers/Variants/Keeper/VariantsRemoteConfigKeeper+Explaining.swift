import ExperimentsCore

extension VariantsRemoteConfigKeeper: ExplainingKeeper {
    /// Why a flag comes to what it does for the subject: each variant that changes it, each condition with what it
    /// looked at. Empty for a name that is no flag.
    public func explanation(of name: String) -> [ExplanationLine] {
        (try? registry.explain(name, for: subject))?.lines ?? []
    }
}
