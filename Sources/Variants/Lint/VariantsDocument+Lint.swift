extension VariantsDocument {
    /// Finds what is probably not meant: unused flags, variants that nobody gets, mods that change a flag's type, and
    /// whatever loading remarks on.
    ///
    /// - Parameter conditionTypes: the kinds of condition that the document needs beside the built-in ones.
    /// - Throws: all problems, where the document cannot be loaded.
    /// - Returns: the findings in the order of the document.
    public func lint(conditionTypes: [ConditionType] = []) throws(DocumentProblems) -> [LintFinding] {
        let registry = VariantRegistry()
        let summary = try registry.load(self, conditionTypes: conditionTypes)
        let content = DocumentReader(try root()).content
        let linter = Linter(program: registry.current.program, content: content)
        let found = linter.findings
        let placed = zip(found, self.placed(found.map(\.problem))).map { LintFinding(rule: $0.rule, problem: $1) }
        return (summary.warnings.map { LintFinding(rule: .accepted, problem: $0) } + placed).sortedByPlace()
    }
}

extension [LintFinding] {
    fileprivate func sortedByPlace() -> [LintFinding] {
        enumerated().sorted { left, right in
            let places = [left, right].map { ($0.element.problem.line ?? 0, $0.element.problem.column ?? 0, $0.offset) }
            return places[0] < places[1]
        }.map(\.element)
    }
}
