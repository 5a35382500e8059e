import ExperimentsCore
import MarkedYAML

/// Reads what a key's value may be.
extension KeyRecord {
    func readCases(_ node: YAMLNode, _ kind: ValueKind?, _ decoder: inout ProjectDecoder) -> [String]? {
        guard let items = node.items, !items.isEmpty else {
            decoder.expected("a list of texts such as [a, b]", at: "cases", found: node)
            return nil
        }
        if let kind, kind != .string {
            decoder.refuse("is for type string, and its type is \(kind.rawValue)", at: "cases", node)
            return nil
        }
        decoder.enter("cases")
        defer { decoder.leave() }
        var cases: [String] = []
        var seen: Set<String> = []
        for (index, item) in items.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            // A word that says "nothing" in YAML is a case like any other.
            guard let text = item.text, !item.isNull || !text.isEmpty else {
                decoder.expected("text", found: item)
                continue
            }
            if !seen.insert(text).inserted { decoder.refuse("repeats '\(text)'", item) }
            cases.append(text)
        }
        return cases
    }

    func readBaseline(_ node: YAMLNode, _ kind: ValueKind?, _ decoder: inout ProjectDecoder) -> Bool {
        guard let baseline = decoder.truth(node, at: "baseline") else { return false }
        if baseline, let kind, kind != .string, kind != .bool {
            decoder.refuse(
                "is for types string and bool, and its type is \(kind.rawValue)", at: "baseline", node)
        }
        return baseline
    }

    func readRange(_ node: YAMLNode, _ kind: ValueKind?, _ decoder: inout ProjectDecoder) -> ClosedRange<Double>? {
        let words = "{min: …, max: …}, or one of the two"
        guard node.pairs?.isEmpty == false else {
            decoder.expected(words, at: "range", found: node)
            return nil
        }
        if let kind, kind != .int, kind != .double {
            decoder.refuse("is for types int and double, and its type is \(kind.rawValue)", at: "range", node)
            return nil
        }
        decoder.enter("range")
        defer { decoder.leave() }
        guard let record = decoder.record(node, fields: ["min", "max"]) else { return nil }
        let low = readBound("min", of: record, kind, &decoder) ?? -.infinity
        let high = readBound("max", of: record, kind, &decoder) ?? .infinity
        guard low <= high else {
            decoder.refuse("has a 'min' above its 'max'", node)
            return nil
        }
        return low...high
    }

    private func readBound(
        _ name: String, of record: DocumentRecord<YAMLNode>, _ kind: ValueKind?, _ decoder: inout ProjectDecoder
    ) -> Double? {
        guard let bound = decoder.number(name, of: record) else { return nil }
        if kind == .int, bound != bound.rounded() {
            decoder.expected("a whole number", at: name, found: record[name])
        } else if kind == .int, let node = record[name], let whole = node.text.flatMap({ Int($0) }),
            // Above the largest whole number there is nothing to leave out.
            Int(exactly: bound) != whole, whole != Int.max
        {
            decoder.refuse("is too large to be exact: from 9007199254740992 (2^53) on, only some numbers are", at: name, node)
        }
        return bound
    }

    func readDefault(_ node: YAMLNode, _ schema: ValueSchema, _ decoder: inout ProjectDecoder) -> String? {
        let text: String
        switch node.content {
        case .scalar where node.isNull:
            return nil
        case .scalar(let scalar, _):
            text = Snapshot.Entry(text: scalar, isNumber: node.isNumber).text(as: schema.kind) ?? scalar
        case .sequence, .mapping:
            guard schema.kind == .json else {
                decoder.expected(schema.expectation, at: "default", found: node)
                return nil
            }
            do throws(YAMLProblem) {
                text = try node.jsonText()
            } catch {
                decoder.add(error, at: "default")
                return nil
            }
        }
        do throws(IncorrectValue) {
            try schema.check(text)
            return text
        } catch {
            decoder.refuse("is \(error)", at: "default", node)
            return nil
        }
    }
}
