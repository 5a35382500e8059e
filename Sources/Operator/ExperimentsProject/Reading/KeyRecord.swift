import ExperimentsCore
import MarkedYAML

/// The fields of one key, sorted out but not yet read. The decoder stands at the key.
struct KeyRecord {
    static let fields = ["name", "title", "type", "cases", "default", "baseline", "group", "description", "range"]

    private let record: DocumentRecord<YAMLNode>

    init?(_ node: YAMLNode, _ decoder: inout ProjectDecoder) {
        let expected = "fields such as `name` and `type`"
        guard let record = decoder.record(node, fields: Self.fields, expected: expected) else { return nil }
        self.record = record
    }

    /// The name as written, if there is one.
    var name: String? {
        guard let text = record["name"]?.textValue, !text.isEmpty else { return nil }
        return text
    }

    func key(_ decoder: inout ProjectDecoder) -> CatalogKey? {
        let name = readName(&decoder)
        let title = record["title"].flatMap { decoder.line($0, at: "title") }
        let group = record["group"].flatMap { decoder.line($0, at: "group") }
        let summary = record["description"].flatMap { readDescription($0, &decoder) }
        let kind = readKind(&decoder)
        let cases = record["cases"].flatMap { readCases($0, of: kind, &decoder) } ?? []
        let understandsBaseline = record["baseline"].map { readBaseline($0, of: kind, &decoder) } ?? false
        let range = record["range"].flatMap { readRange($0, of: kind, &decoder) }
        guard let name, let kind else { return nil }
        var schema = ValueSchema(kind: kind, cases: cases, range: range, understandsBaseline: understandsBaseline)
        schema.defaultText = record["default"].flatMap { readDefault($0, of: schema, &decoder) }
        return CatalogKey(name: name, title: title, group: group, summary: summary, schema: schema)
    }

    private func readName(_ decoder: inout ProjectDecoder) -> String? {
        if let name = record["name"] { return decoder.line(name, at: "name") }
        decoder.missing("name", of: record)
        return nil
    }

    /// Reads a description, which may have several lines. Its line breaks are preserved.
    private func readDescription(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        guard let text = decoder.text(node, at: "description") else { return nil }
        var lines = Substring(text)
        while lines.last?.isNewline == true { lines.removeLast() }
        return lines.isEmpty ? nil : String(lines)
    }

    private func readKind(_ decoder: inout ProjectDecoder) -> ValueKind? {
        guard let type = record["type"] else {
            decoder.missing("type", of: record, " (\(DocumentWords.one(of: Self.types)))")
            return nil
        }
        return decoder.word(type, at: "type", among: Self.types, otherwiseCalled: Self.otherNames) {
            ValueKind(rawValue: $0)
        }
    }

    private static let types = ValueKind.allCases.map(\.rawValue)

    /// What other systems call the same types.
    private static let otherNames = [
        "boolean": "bool", "flag": "bool", "integer": "int", "long": "int", "number": "double", "float": "double",
        "decimal": "double", "real": "double", "text": "string", "enum": "string", "object": "json", "array": "json",
    ]
}

/// Reads what the key's value may be.
extension KeyRecord {
    private func readCases(_ node: YAMLNode, of kind: ValueKind?, _ decoder: inout ProjectDecoder) -> [String]? {
        guard let items = node.items, !items.isEmpty else {
            decoder.expected("a list of texts such as [a, b]", at: "cases", found: node)
            return nil
        }
        if let kind, kind != .string {
            decoder.refuse("is for type string, but the type is \(kind.rawValue)", at: "cases", node)
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
            if !seen.insert(text).inserted { decoder.refuse("repeats \"\(text)\"", item) }
            cases.append(text)
        }
        return cases
    }

    private func readBaseline(_ node: YAMLNode, of kind: ValueKind?, _ decoder: inout ProjectDecoder) -> Bool {
        guard let baseline = decoder.truth(node, at: "baseline") else { return false }
        if baseline, let kind, kind != .string, kind != .bool {
            decoder.refuse(
                "is for types string and bool, but the type is \(kind.rawValue)", at: "baseline", node)
        }
        return baseline
    }

    private func readRange(_ node: YAMLNode, of kind: ValueKind?, _ decoder: inout ProjectDecoder) -> ClosedRange<
        Double
    >? {
        let words = "{min: …, max: …}, or one of the two"
        guard node.pairs?.isEmpty == false else {
            decoder.expected(words, at: "range", found: node)
            return nil
        }
        if let kind, kind != .int, kind != .double {
            decoder.refuse("is for types int and double, but the type is \(kind.rawValue)", at: "range", node)
            return nil
        }
        decoder.enter("range")
        defer { decoder.leave() }
        guard let record = decoder.record(node, fields: ["min", "max"]) else { return nil }
        let low = readBound("min", of: record, kind: kind, &decoder) ?? -.infinity
        let high = readBound("max", of: record, kind: kind, &decoder) ?? .infinity
        guard low <= high else {
            decoder.refuse("has a `min` above its `max`", node)
            return nil
        }
        return low...high
    }

    private func readBound(
        _ name: String, of record: DocumentRecord<YAMLNode>, kind: ValueKind?, _ decoder: inout ProjectDecoder
    ) -> Double? {
        guard let bound = decoder.number(name, of: record) else { return nil }
        if kind == .int, bound != bound.rounded() {
            decoder.expected("a whole number", at: name, found: record[name])
        } else if kind == .int, let node = record[name], let whole = node.text.flatMap({ Int($0) }),
            // Above the largest whole number there is nothing to leave out.
            Int(exactly: bound) != whole, whole != Int.max
        {
            decoder.refuse(
                "is too large to be exact: from 9007199254740992 (2^53) on, only some numbers are", at: name, node)
        }
        return bound
    }

    private func readDefault(_ node: YAMLNode, of schema: ValueSchema, _ decoder: inout ProjectDecoder) -> String? {
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
