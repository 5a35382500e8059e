import ExperimentsCore
import FirebaseTemplates

/// A server template as servers load it: with a tree in the place of each condition's expression.
struct CompiledTemplate {
    /// The document.
    let json: JSONObject
    /// What is wrong with expressions that have no tree; their conditions never hold.
    let problems: [TemplateProblem]

    /// Compiles what operators edit. Conditions that are trees already stay as they are.
    init(_ template: RemoteConfigTemplate) {
        var problems: [TemplateProblem] = []
        let conditions = template.conditions.enumerated().map { index, condition -> JSONValue in
            var json = condition.json
            guard condition.tree == nil else { return .object(json) }
            var tree: JSONValue?
            do throws(ExpressionProblem) {
                let expression = try ConditionExpression(parsing: condition.expression ?? "false")
                tree = Self.tree(expression, name: condition.name)
                if tree == nil {
                    problems.append(
                        Self.problem(index, "looks at what servers don't know; they know percent and app.customSignal"))
                }
            } catch {
                problems.append(
                    Self.problem(index, "cannot be read: \(error.message) at character \(error.offset + 1)"))
            }
            json["expression"] = nil
            json["tagColor"] = nil
            json["condition"] = tree ?? ["false": [:]]
            return .object(json)
        }
        var json = template.json
        if !conditions.isEmpty { json["conditions"] = .array(conditions) }
        self.json = json
        self.problems = problems
    }

    private static func problem(_ index: Int, _ message: String) -> TemplateProblem {
        TemplateProblem(path: DocumentPath()["conditions"][index]["expression"], message, rule: .expression)
    }

    /// The tree, of the shape that the service gives it; nil where a part has none.
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

    /// A percentage without a seed has one of its own, which stays as long as the condition's name.
    private static func seed(of name: String) -> String {
        String(String(ContentHash.of(Array(name.utf8)), radix: 36).prefix(12))
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
