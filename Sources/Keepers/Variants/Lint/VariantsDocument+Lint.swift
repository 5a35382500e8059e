extension VariantsDocument {
    /// Finds what is probably not meant: unused flags, variants that nobody gets, mods that change a flag's type, and
    /// whatever loading remarks on.
    ///
    /// - Parameter conditionTypes: the kinds of condition that the document needs beside the built-in ones.
    /// - Throws: all problems, where the document cannot be loaded.
    /// - Returns: the findings in the order of the document.
    public func lint(conditionTypes: [ConditionType] = []) throws(DocumentProblems) -> [LintFinding] {
        let registry = VariantRegistry()
        let reader = VariantsReader(try root())
        let summary = try registry.load(self, read: reader, conditionTypes: conditionTypes)
        let accepted = summary.warnings.map { LintFinding(rule: .accepted, problem: $0) }
        let found = Linter(program: registry.current.program, content: reader.content).findings
        return placed(accepted + found, problem: \.problem) { LintFinding(rule: $0.rule, problem: $1) }
    }
}
