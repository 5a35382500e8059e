/// How a text is treated that should be a boolean but is not.
public enum BooleanPolicy: Sendable, Hashable {
    /// The text is incorrect, and the app uses its default.
    case strict
    /// The text counts as false, as in the clients of Firebase Remote Config. Nothing is reported.
    case lenient

    /// Returns whether `text` is treated as false although it does not spell a boolean. An empty text never is, because
    /// it stands for no value.
    func takesAsFalse(_ text: String) -> Bool {
        self == .lenient && !text.isEmpty && BooleanText.value(of: text) == nil
    }
}

extension CatalogKey {
    /// Checks whether `text` is accepted under this policy.
    ///
    /// - Throws: `IncorrectValue` with the reason why it is not.
    func check(_ text: String, _ policy: BooleanPolicy) throws(IncorrectValue) {
        // A boolean with a baseline is made from text, so the policy does not apply to it.
        if schema.kind == .bool, !schema.understandsBaseline, policy.takesAsFalse(text) { return }
        try check(text)
    }
}
