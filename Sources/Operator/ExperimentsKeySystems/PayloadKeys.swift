import ExperimentsCore
import ExperimentsKeyGeneration
import GrowthBookFeatures

/// The keys of a payload of GrowthBook.
enum PayloadKeys {
    static func keys(_ root: JSONObject, _ bytes: [UInt8], _ path: String) throws(FileProblem) -> FoundKeys {
        do throws(PayloadProblem) {
            let payload = try FeaturePayload(parsing: bytes)
            if let problem = payload.problems.first(where: { $0.kind == .encrypted }) { throw problem }
            var found = FoundKeys()
            found.notes = payload.problems.map { "\(path): \($0)" }
            for feature in payload.features {
                let values = ruleValues(root["features"]?.object?[feature.key]?.object)
                found.keys.append(
                    CatalogKey(name: feature.key, schema: ValueSchema(of: feature.defaultValue, or: values)))
                found.texts[feature.key] = values.compactMap(\.valueText)
            }
            return found
        } catch {
            let advice =
                error.kind == .encrypted ? "use the payload of a connection without encryption" : error.advice
            throw FileProblem(
                path: path, message: error.sentence, line: error.line, column: error.column, advice: advice)
        }
    }

    /// Returns the values that the rules of a feature give it.
    private static func ruleValues(_ feature: JSONObject?) -> [JSONValue] {
        let rules = (feature?["rules"]?.array ?? []).compactMap(\.object)
        let values = rules.flatMap { rule -> [JSONValue] in
            let variations = ["variations", "contextualVariations"].flatMap { rule[$0]?.array ?? [] }
            return [rule["force"]].compactMap(\.self) + variations
        }
        return values.filter { $0 != .null }
    }
}
