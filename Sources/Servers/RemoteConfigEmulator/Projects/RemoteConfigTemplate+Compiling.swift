import ExperimentsCore
import FirebaseTemplates

extension RemoteConfigTemplate {
    /// The template as servers load it, with a tree instead of each condition's expression. Conditions that are trees
    /// already are not changed. Those whose expression cannot be read, or uses something that servers do not know,
    /// never match.
    var compiled: JSONObject {
        let conditions = conditions.map { condition -> JSONValue in
            var json = condition.json
            guard condition.tree == nil else { return .object(json) }
            let expression = try? ConditionExpression(parsing: condition.expression ?? "false")
            json["expression"] = nil
            json["tagColor"] = nil
            json["condition"] = expression.flatMap { Self.tree($0, name: condition.name) } ?? ["false": [:]]
            return .object(json)
        }
        var json = json
        if !conditions.isEmpty { json["conditions"] = .array(conditions) }
        return json
    }

    /// Returns the tree in the service's format; nil if a part has none.
    private static func tree(_ expression: ConditionExpression, name: String) -> JSONValue? {
        var atoms: [JSONValue] = []
        for atom in expression.atoms {
            guard let tree = tree(atom, name: name) else { return nil }
            atoms.append(tree)
        }
        return ["orCondition": ["conditions": [["andCondition": ["conditions": .array(atoms)]]]]]
    }

    private static func tree(_ atom: ConditionAtom, name: String) -> JSONValue? {
        switch atom {
        case .constant(true): return ["true": [:]]
        case .constant(false): return ["false": [:]]
        case .percent(let seed, let range):
            var percent = percent(range)
            percent["seed"] = .string(seed ?? Self.seed(of: name))
            return ["percent": .object(percent)]
        case .element(.customSignal(let key), let test):
            guard let (name, targets) = signalTest(test) else { return nil }
            return [
                "customSignal": [
                    "customSignalOperator": .string(name), "customSignalKey": .string(key),
                    "targetCustomSignalValues": .array(targets.map(JSONValue.string)),
                ]
            ]
        case .element: return nil
        }
    }

    /// Returns the seed of a percentage without one, which stays the same as long as the condition's name.
    private static func seed(of name: String) -> String {
        String(String(ContentHash(name.utf8).value, radix: 36).prefix(12))
    }

    private static func percent(_ range: ConditionAtom.PercentRange) -> JSONObject {
        var object = JSONObject()
        switch range {
        case .atMost(let bound):
            object["percentOperator"] = "LESS_OR_EQUAL"
            object["microPercent"] = microPercent(bound)
        case .above(let bound):
            object["percentOperator"] = "GREATER_THAN"
            object["microPercent"] = microPercent(bound)
        case .between(let lower, let upper):
            object["percentOperator"] = "BETWEEN"
            object["microPercentRange"] = [
                "microPercentLowerBound": microPercent(lower), "microPercentUpperBound": microPercent(upper),
            ]
        }
        return object
    }

    private static func microPercent(_ percent: String) -> JSONValue {
        let micro = ((Double(percent) ?? 0) * 1_000_000).rounded()
        return .number(String(Int(min(max(micro, 0), 100_000_000))))
    }

    private static func signalTest(_ test: ConditionTest) -> (name: String, targets: [String])? {
        switch test {
        case .text(.contains, let targets): ("STRING_CONTAINS", targets)
        case .text(.notContains, let targets): ("STRING_DOES_NOT_CONTAIN", targets)
        case .text(.exactlyMatches, let targets): ("STRING_EXACTLY_MATCHES", targets)
        case .text(.matches, let targets): ("STRING_CONTAINS_REGEX", targets)
        case .number(let comparison, let target): ("NUMERIC_" + name(comparison), [target])
        case .version(let comparison, let target), .wrappedVersion(let comparison, let target):
            ("SEMANTIC_VERSION_" + name(comparison), [target])
        case .membership, .isOneOf, .isSame, .date: nil
        }
    }

    private static func name(_ comparison: ConditionTest.Comparison) -> String {
        switch comparison {
        case .less: "LESS_THAN"
        case .lessOrEqual: "LESS_EQUAL"
        case .equal: "EQUAL"
        case .notEqual: "NOT_EQUAL"
        case .greater: "GREATER_THAN"
        case .greaterOrEqual: "GREATER_EQUAL"
        }
    }
}
