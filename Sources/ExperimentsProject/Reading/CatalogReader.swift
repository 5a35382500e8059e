import ExperimentsCore
import MarkedYAML

/// Makes keys of what `keys:` holds.
enum CatalogReader {
    static func read(_ node: YAMLNode, _ problems: inout ProblemCollector) -> [CatalogKey] {
        if node.isNull { return [] }
        guard let items = node.items else {
            problems.addWrong("keys", of: .project, mustBe: "a list of keys", node, .root)
            return []
        }
        var keys: [CatalogKey] = []
        keys.reserveCapacity(items.count)
        var places = [String: Int](minimumCapacity: items.count)
        for (index, item) in items.enumerated() {
            guard let key = KeyRecord(item, index, &problems)?.key(&problems) else { continue }
            if let earlier = places.updateValue(index, forKey: key.name), let name = items[index]["name"] {
                let place = items[earlier]["name"] ?? items[earlier]
                problems.add(
                    "key '\(key.name)' is declared twice: first at \(place.line):\(place.column)", at: name,
                    .item(index, of: "keys").appending("name"))
            }
            keys.append(key)
        }
        return keys
    }
}

/// The fields that a key of a catalogue can have.
private enum KeyField: Int, CaseIterable {
    case name, title, type, cases, `default`, baseline, group, description, range

    static let names = allCases.map { String(describing: $0) }

    /// The field of that name. Looked up for every field of every key, so by length first.
    init?(named name: String) {
        switch name.utf8.count {
        case 4 where name == "name": self = .name
        case 4 where name == "type": self = .type
        case 5 where name == "title": self = .title
        case 5 where name == "group": self = .group
        case 5 where name == "cases": self = .cases
        case 5 where name == "range": self = .range
        case 7 where name == "default": self = .default
        case 8 where name == "baseline": self = .baseline
        case 11 where name == "description": self = .description
        default: return nil
        }
    }
}

/// The fields of one key, sorted out but not yet read.
private struct KeyRecord {
    private let node: YAMLNode
    private let pairs: [YAMLPair]
    private let index: Int
    /// Which pair holds each field, by the field's number; -1 where there is none. Copying the nodes themselves would
    /// cost more than everything else here.
    private var places: SIMD16<Int32>

    init?(_ node: YAMLNode, _ index: Int, _ problems: inout ProblemCollector) {
        guard let pairs = node.pairs else {
            let place = RecordName.key(nil, number: index + 1).place ?? ""
            problems.add(
                "\(place) must hold fields such as 'name' and 'type', found \(node.found)", at: node,
                .item(index, of: "keys"))
            return nil
        }
        self.node = node
        self.pairs = pairs
        self.index = index
        places = SIMD16(repeating: -1)
        var unknown: [Int] = []
        for place in pairs.indices {
            let field = pairs[place].key.text.flatMap(KeyField.init(named:))
            if let field { places[field.rawValue] = Int32(place) } else { unknown.append(place) }
        }
        for place in unknown { problems.addUnknown(pairs[place].key, in: record, known: KeyField.names, self.field) }
    }

    private subscript(field: KeyField) -> YAMLNode? {
        let place = places[field.rawValue]
        return place < 0 ? nil : pairs[Int(place)].value
    }

    private var field: FieldPath { .item(index, of: "keys") }
    private var record: RecordName { .key(self[.name]?.text, number: index + 1) }

    func key(_ problems: inout ProblemCollector) -> CatalogKey? {
        let name = readName(&problems)
        let title = self[.title].flatMap { problems.text("title", of: record, $0, field) }
        let group = self[.group].flatMap { problems.text("group", of: record, $0, field) }
        let summary = self[.description].flatMap { readDescription($0, &problems) }
        let kind = readKind(&problems)
        let cases = self[.cases].flatMap { readCases($0, kind, &problems) } ?? []
        let understandsBaseline = self[.baseline].map { readBaseline($0, kind, &problems) } ?? false
        let range = self[.range].flatMap { readRange($0, kind, &problems) }
        guard let name, let kind else { return nil }
        var schema = ValueSchema(kind: kind, cases: cases, range: range, understandsBaseline: understandsBaseline)
        schema.defaultText = self[.default].flatMap { readDefault($0, schema, &problems) }
        return CatalogKey(name: name, title: title, group: group, summary: summary, schema: schema)
    }

    private func readName(_ problems: inout ProblemCollector) -> String? {
        guard let name = self[.name] else {
            problems.add("\(record.place ?? "the key") has no 'name'", at: node, field)
            return nil
        }
        return problems.text("name", of: record, name, field)
    }

    /// A description may run over several lines; its line breaks are kept.
    private func readDescription(_ node: YAMLNode, _ problems: inout ProblemCollector) -> String? {
        guard let text = node.text, !node.isNull else {
            problems.addWrong("description", of: record, mustBe: "text", node, field)
            return nil
        }
        var lines = Substring(text)
        while lines.last?.isNewline == true { lines.removeLast() }
        return lines.isEmpty ? nil : String(lines)
    }

    private func readKind(_ problems: inout ProblemCollector) -> ValueKind? {
        guard let type = self[.type] else {
            problems.add(
                "\(record.place ?? "the key") has no 'type' (one of \(Self.types.joined(separator: ", ")))", at: node,
                field)
            return nil
        }
        guard let text = type.text, !type.isNull else {
            problems.addWrong("type", of: record, mustBe: "one of " + Self.types.joined(separator: ", "), type, field)
            return nil
        }
        if let kind = ValueKind(rawValue: text) { return kind }
        let hint = Self.otherNames[text.lowercased()].map { "(did you mean '\($0)'?)" }
        problems.add(
            "unknown type '\(text)' of \(record.place ?? "the key") "
                + (hint ?? ProblemCollector.hint(for: text, among: Self.types)), at: type, field.appending("type"))
        return nil
    }

    private static let types = ValueKind.allCases.map(\.rawValue)

    /// What other systems call the same types.
    private static let otherNames = [
        "boolean": "bool", "flag": "bool", "integer": "int", "long": "int", "number": "double", "float": "double",
        "decimal": "double", "real": "double", "text": "string", "enum": "string", "object": "json", "array": "json",
    ]

    private func readCases(_ node: YAMLNode, _ kind: ValueKind?, _ problems: inout ProblemCollector) -> [String]? {
        guard let items = node.items, !items.isEmpty else {
            problems.addWrong("cases", of: record, mustBe: "a list of texts such as [a, b]", node, field)
            return nil
        }
        if let kind, kind != .string {
            problems.addWrong("cases", of: record, "is for type string, and its type is \(kind.rawValue)", node, field)
            return nil
        }
        var cases: [String] = []
        for (index, item) in items.enumerated() {
            guard let text = item.text, !item.isNull || !text.isEmpty else {
                problems.add(
                    "each of \(record.possessive("cases")) must be text, found \(item.found)", at: item,
                    field.appending("cases").appending(index))
                continue
            }
            if cases.contains(text) {
                problems.add(
                    "\(record.possessive("cases")) lists '\(text)' twice", at: item,
                    field.appending("cases").appending(index))
            }
            cases.append(text)
        }
        return cases
    }

    private func readBaseline(_ node: YAMLNode, _ kind: ValueKind?, _ problems: inout ProblemCollector) -> Bool {
        guard let baseline = problems.truth("baseline", of: record, node, field) else { return false }
        if baseline, let kind, kind != .string, kind != .bool {
            problems.addWrong(
                "baseline", of: record, "is for types string and bool, and its type is \(kind.rawValue)", node, field)
        }
        return baseline
    }

    private func readRange(
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

    private func readDefault(
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
