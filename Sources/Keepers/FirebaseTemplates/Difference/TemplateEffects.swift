import ExperimentsCore

/// What a change of a template also changes, beyond the parts that it names: values of other parameters that a condition
/// decides, and the users of experiments and rollouts.
package enum TemplateEffects {
    /// Returns a sentence for each condition that changes, in the order of the new template.
    ///
    /// - Parameters:
    ///   - old: the template before the change.
    ///   - new: the template after it.
    package static func sentences(from old: RemoteConfigTemplate, to new: RemoteConfigTemplate) -> [String] {
        conditionSentences(from: old, to: new) + orderSentences(from: old, to: new)
    }

    private static func conditionSentences(
        from old: RemoteConfigTemplate, to new: RemoteConfigTemplate
    ) -> [String] {
        new.conditions.flatMap { condition -> [String] in
            guard let before = old.condition(condition.name), before.expression != condition.expression else {
                return []
            }
            let decided = new.parameters.filter { $0.value(when: condition.name) != nil }
            let studies = unique(decided.compactMap { $0.value(when: condition.name)?.study })
            let name = Quotation.of(condition.name)
            // An edit of a condition that decides one parameter changes nothing else.
            return (decided.count < 2 ? [] : ["condition \(name) decides \(list(decided.map(\.key)))"])
                + studies.map { "condition \(name) also changes who is in \($0)" }
        }
    }

    /// Returns a sentence if parameters have values for conditions whose order changes.
    private static func orderSentences(from old: RemoteConfigTemplate, to new: RemoteConfigTemplate)
        -> [String]
    {
        let after = new.conditions.map(\.name)
        let before = old.conditions.map(\.name)
        let places = Dictionary(before.enumerated().map { ($1, $0) }) { first, _ in first }
        let affected = new.parameters.filter { parameter in
            guard parameter.conditionalValues.count > 1 else { return false }
            let names = Set(parameter.conditionalValues.map(\.condition))
            let ordered = after.filter(names.contains).compactMap { places[$0] }
            return ordered != ordered.sorted()
        }
        guard !affected.isEmpty else { return [] }
        let studies = unique(affected.flatMap { $0.conditionalValues.compactMap(\.value.study) })
        return ["the order of conditions decides \(list(affected.map(\.key)))"]
            + studies.map { "the order of conditions also changes who is in \($0)" }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }

    private static func unique(_ studies: [StudyReference]) -> [StudyReference] {
        var seen: Set<StudyReference> = []
        return studies.filter { seen.insert($0).inserted }
    }
}
