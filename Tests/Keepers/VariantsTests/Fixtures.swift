import ExperimentsCore
import Variants

extension VariantRegistry {
    /// A registry that holds a document.
    static func holding(_ text: String, random: RandomFractions = RandomFractions(seed: 1)) throws
        -> VariantRegistry
    {
        let registry = VariantRegistry(random: random)
        try registry.load(VariantsDocument(text: text))
        return registry
    }

    /// A registry of the flag `f`, true where a variant `V` with these conditions is active.
    static func condition(
        _ conditions: String, operator: String? = nil, random: RandomFractions = RandomFractions(seed: 1)
    ) throws -> VariantRegistry {
        try holding(.document(conditions: conditions, operator: `operator`), random: random)
    }
}

extension String {
    /// A document of the flag `f`, true where a variant `V` with these conditions is active.
    static func document(conditions: String, operator: String? = nil) -> String {
        let joining = `operator`.map { #""condition_operator": "\#($0)","# } ?? ""
        return """
            {"flag_defs": [{"flag": "f", "base_value": false}],
             "variants": [{"id": "V", \(joining) "conditions": [\(conditions)],
                           "mods": [{"flag": "f", "value": true}]}]}
            """
    }
}

extension VariantsDocument {
    /// All problems that loading finds; none where it can be loaded.
    func problems() -> [DocumentProblem] {
        do throws(DocumentProblems) {
            try VariantRegistry().load(self)
            return []
        } catch {
            return error.problems
        }
    }
}
