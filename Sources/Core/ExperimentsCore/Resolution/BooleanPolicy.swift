/// What becomes of a text that spells no boolean, where one is expected.
public enum BooleanPolicy: Sendable, Hashable {
    /// It is incorrect, and the app uses its default.
    case strict
    /// It is false, as for the clients of Remote Config. Nothing is reported.
    case lenient

    /// Whether `text` is taken as false although it spells no boolean. An empty one never is: it stands for no value.
    func takesAsFalse(_ text: String) -> Bool {
        self == .lenient && !text.isEmpty && BooleanText.value(of: text) == nil
    }
}

extension CatalogKey {
    /// Whether `text` is accepted where this becomes of texts that spell no boolean; throws the reason if not.
    func check(_ text: String, _ policy: BooleanPolicy) throws(IncorrectValue) {
        // A boolean with a baseline is made from text, whatever the policy.
        if schema.kind == .bool, !schema.understandsBaseline, policy.takesAsFalse(text) { return }
        try check(text)
    }
}
