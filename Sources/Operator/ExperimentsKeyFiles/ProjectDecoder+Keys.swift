import ExperimentsCore
import ExperimentsYAML

/// Reads keys from `keys:`.
extension ProjectDecoder {
    package mutating func readKeys(_ node: YAMLNode) -> [CatalogKey] {
        if node.isNull { return [] }
        enter("keys")
        defer { leave() }
        guard let items = list(node, expected: "a list of keys, such as `- {name: trial_days, type: int}`")
        else { return [] }
        let fields = [
            "name", "title", "type", "cases", "default", "baseline", "group", "description", "range",
        ]
        var keys: [CatalogKey] = []
        keys.reserveCapacity(items.count)
        var places = ExactDictionary<Int>(minimumCapacity: items.count)
        for (index, item) in items.enumerated() {
            enter(index)
            defer { leave() }
            guard let record = record(item, fields: fields, expected: "fields such as `name` and `type`")
            else {
                continue
            }
            let name = record["name"]?.textValue ?? ""
            if !name.isEmpty, let earlier = places.updateValue(index, forKey: name) {
                refuse(item, named: name, first: items[earlier])
            }
            if let key = readKey(record) { keys.append(key) }
        }
        return keys
    }

    private mutating func refuse(_ second: YAMLNode, named name: String, first: YAMLNode) {
        let place = first["name"] ?? first
        note(
            "key \"\(name)\" is declared twice: first at \(place.line):\(place.column)",
            at: second["name"] ?? second,
            .member("name"))
    }

    private mutating func readKey(_ record: DocumentRecord<YAMLNode>) -> CatalogKey? {
        let name = readName(record)
        let title = record["title"].flatMap { line($0, at: "title") }
        let group = record["group"].flatMap { line($0, at: "group") }
        let summary = record["description"].flatMap { readDescription($0) }
        let kind = readKind(record)
        let cases = record["cases"].flatMap { readCases($0, of: kind) } ?? []
        let understandsBaseline = record["baseline"].map { readBaseline($0, of: kind) } ?? false
        let range = record["range"].flatMap { readRange($0, of: kind) }
        guard let name, let kind else { return nil }
        var schema = ValueSchema(
            kind: kind, cases: cases, range: range, understandsBaseline: understandsBaseline)
        schema.defaultText = record["default"].flatMap { readDefault($0, of: schema) }
        return CatalogKey(name: name, title: title, group: group, summary: summary, schema: schema)
    }

    private mutating func readName(_ record: DocumentRecord<YAMLNode>) -> String? {
        if let name = record["name"] { return line(name, at: "name") }
        return missing("name", of: record)
    }

    /// Reads a description, which may have several lines. Its line breaks are preserved.
    private mutating func readDescription(_ node: YAMLNode) -> String? {
        guard let text = text(node, at: "description") else { return nil }
        var lines = Substring(text)
        while lines.last?.isNewline == true { lines.removeLast() }
        return lines.isEmpty ? nil : String(lines)
    }

    private mutating func readKind(_ record: DocumentRecord<YAMLNode>) -> ValueKind? {
        guard let type = record["type"] else {
            return missing("type", of: record, " (\(DocumentWords.one(of: Self.types)))")
        }
        return word(type, at: "type", among: Self.types, otherwiseCalled: Self.otherNames) {
            ValueKind(rawValue: $0)
        }
    }

    private static var types: [String] { ValueKind.allCases.map(\.rawValue) }

    /// The names of the same types in other systems.
    private static var otherNames: [String: String] {
        [
            "boolean": "bool", "flag": "bool", "integer": "int", "long": "int", "number": "double",
            "float": "double",
            "decimal": "double", "real": "double", "text": "string", "enum": "string", "object": "json",
            "array": "json",
        ]
    }
}

/// Reads the constraints of a key's values.
extension ProjectDecoder {
    private mutating func readCases(_ node: YAMLNode, of kind: ValueKind?) -> [String]? {
        guard let items = node.items, !items.isEmpty else {
            return self.expected("a list of strings such as [a, b]", at: "cases", found: node)
        }
        if let kind, kind != .string {
            return refuse("is for type string, but the type is \(kind.rawValue)", at: "cases", node)
        }
        enter("cases")
        defer { leave() }
        var cases: [String] = []
        var seen: Set<String> = []
        for (index, item) in items.enumerated() {
            enter(index)
            defer { leave() }
            // A word that means "nothing" in YAML is a case like any other.
            guard let text = item.text, !item.isNull || !text.isEmpty else {
                self.expected("text", found: item)
                continue
            }
            if !seen.insert(text).inserted { refuse("repeats \"\(text)\"", item) }
            cases.append(text)
        }
        return cases
    }

    private mutating func readBaseline(_ node: YAMLNode, of kind: ValueKind?) -> Bool {
        guard let baseline = truth(node, at: "baseline") else { return false }
        if baseline, let kind, kind != .string, kind != .bool {
            refuse("is for types string and bool, but the type is \(kind.rawValue)", at: "baseline", node)
        }
        return baseline
    }

    private mutating func readRange(_ node: YAMLNode, of kind: ValueKind?) -> ClosedRange<Double>? {
        let words = "{min: …, max: …}, or one of the two"
        guard node.pairs?.isEmpty == false else { return self.expected(words, at: "range", found: node) }
        if let kind, kind != .int, kind != .double {
            return refuse("is for types int and double, but the type is \(kind.rawValue)", at: "range", node)
        }
        enter("range")
        defer { leave() }
        guard let record = self.record(node, fields: ["min", "max"]) else { return nil }
        let low = readBound("min", of: record, kind: kind) ?? -.infinity
        let high = readBound("max", of: record, kind: kind) ?? .infinity
        guard low <= high else { return refuse("has a `min` above its `max`", node) }
        return low...high
    }

    private mutating func readBound(_ name: String, of record: DocumentRecord<YAMLNode>, kind: ValueKind?)
        -> Double?
    {
        guard let bound = number(name, of: record) else { return nil }
        if kind == .int, bound != bound.rounded() {
            self.expected("a whole number", at: name, found: record[name])
        } else if kind == .int, let node = record[name], let whole = node.text.flatMap({ Int($0) }),
            // Above the largest whole number there is nothing to leave out.
            Int(exactly: bound) != whole, whole != Int.max
        {
            refuse(
                "is too large to be exact: from 9007199254740992 (2^53) on, only some numbers are", at: name,
                node)
        }
        return bound
    }

    private mutating func readDefault(_ node: YAMLNode, of schema: ValueSchema) -> String? {
        let text: String
        switch node.content {
        case .scalar where node.isNull:
            return nil
        case .scalar(let scalar, _):
            text = Snapshot.Entry(text: scalar, isNumber: node.isNumber).text(as: schema.kind) ?? scalar
        case .sequence, .mapping:
            guard schema.kind == .json else {
                return self.expected(schema.expectation, at: "default", found: node)
            }
            do throws(YAMLProblem) {
                text = try node.jsonText()
            } catch {
                add(error, at: "default")
                return nil
            }
        }
        do throws(IncorrectValue) {
            try schema.check(text)
            return text
        } catch {
            return refuse("is \(error)", at: "default", node)
        }
    }
}
