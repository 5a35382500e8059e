import ExperimentsCore
import MarkedYAML

/// Reads what a key's value may be.
extension KeyRecord {
    func readCases(_ node: YAMLNode, _ kind: ValueKind?, _ problems: inout ProblemCollector) -> [String]? {
        guard let items = node.items, !items.isEmpty else {
            problems.addWrong("cases", of: record, mustBe: "a list of texts such as [a, b]", node, field)
            return nil
        }
        if let kind, kind != .string {
            problems.addWrong("cases", of: record, "is for type string, and its type is \(kind.rawValue)", node, field)
            return nil
        }
        var cases: [String] = []
        var seen: Set<String> = []
        for (index, item) in items.enumerated() {
            guard let text = item.text, !item.isNull || !text.isEmpty else {
                problems.add(
                    "each of \(record.possessive("cases")) must be text, found \(item.found)", at: item,
                    field.appending("cases").appending(index))
                continue
            }
            if !seen.insert(text).inserted {
                problems.add(
                    "\(record.possessive("cases")) lists '\(text)' twice", at: item,
                    field.appending("cases").appending(index))
            }
            cases.append(text)
        }
        return cases
    }

    func readBaseline(_ node: YAMLNode, _ kind: ValueKind?, _ problems: inout ProblemCollector) -> Bool {
        guard let baseline = problems.truth("baseline", of: record, node, field) else { return false }
        if baseline, let kind, kind != .string, kind != .bool {
            problems.addWrong(
                "baseline", of: record, "is for types string and bool, and its type is \(kind.rawValue)", node, field)
        }
        return baseline
    }

    func readRange(
        _ node: YAMLNode, _ kind: ValueKind?, _ problems: inout ProblemCollector
    ) -> ClosedRange<Double>? {
        guard let pairs = node.pairs, !pairs.isEmpty else {
            problems.addWrong("range", of: record, mustBe: "{min: …, max: …}, or one of the two", node, field)
            return nil
        }
        if let kind, kind != .int, kind != .double {
            problems.addWrong(
                "range", of: record, "is for types int and double, and its type is \(kind.rawValue)", node, field)
            return nil
        }
        var (low, high) = (-Double.infinity, Double.infinity)
        for pair in pairs {
            guard let name = pair.key.text, name == "min" || name == "max" else {
                problems.addUnknown(pair.key, in: record, known: ["min", "max"], field.appending("range"))
                continue
            }
            guard let bound = problems.number("range.\(name)", of: record, pair.value, field) else { continue }
            if kind == .int, bound != bound.rounded() {
                problems.addWrong("range.\(name)", of: record, mustBe: "a whole number", pair.value, field)
            }
            if name == "min" { low = bound } else { high = bound }
        }
        guard low <= high else {
            problems.addWrong(
                "range", of: record, "has a 'min' above its 'max'", node, field)
            return nil
        }
        return low...high
    }

    func readDefault(
        _ node: YAMLNode, _ schema: ValueSchema, _ problems: inout ProblemCollector
    ) -> String? {
        let text: String
        switch node.content {
        case .scalar where node.isNull:
            return nil
        case .scalar(let scalar, _):
            text = scalar
        case .sequence, .mapping:
            guard schema.kind == .json else {
                problems.addWrong("default", of: record, mustBe: schema.expectation, node, field)
                return nil
            }
            do throws(YAMLProblem) {
                text = try node.jsonText()
            } catch {
                problems.add(
                    error.message, field: field.appending("default").description, line: error.line, column: error.column
                )
                return nil
            }
        }
        do throws(IncorrectValue) {
            try schema.check(text)
            return text
        } catch {
            problems.addWrong("default", of: record, "is \(error)", node, field)
            return nil
        }
    }
}
