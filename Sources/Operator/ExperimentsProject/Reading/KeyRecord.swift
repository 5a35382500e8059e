import ExperimentsCore
import MarkedYAML

/// The fields of one key, sorted out but not yet read.
struct KeyRecord {
    private let node: YAMLNode
    private let pairs: [YAMLPair]
    private let index: Int
    /// Which pair holds each field, by the field's number; -1 where there is none. Copying the nodes themselves would
    /// cost more than everything else here.
    private var places: SIMD16<Int32>
    /// The fields that are there under misspelt names.
    private var meant: [String]

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
        meant = []
        var unknown: [Int] = []
        for place in pairs.indices {
            let field = pairs[place].key.text.flatMap(KeyField.init(named:))
            if let field { places[field.rawValue] = Int32(place) } else { unknown.append(place) }
        }
        for place in unknown {
            let near = problems.addUnknown(pairs[place].key, in: record, known: KeyField.names, self.field)
            if let near { meant.append(near) }
        }
    }

    private subscript(field: KeyField) -> YAMLNode? {
        let place = places[field.rawValue]
        return place < 0 ? nil : pairs[Int(place)].value
    }

    var field: FieldPath { .item(index, of: "keys") }
    var record: RecordName { .key(name, number: index + 1) }

    /// The name as written, if there is one.
    var name: String? {
        guard let node = self[.name], let text = node.text, !text.isEmpty, !node.isNull else { return nil }
        return text
    }

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
            if !meant.contains("name") { problems.add("\(record.place ?? "the key") has no 'name'", at: node, field) }
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
            if !meant.contains("type") {
                let types = Self.types.joined(separator: ", ")
                problems.add("\(record.place ?? "the key") has no 'type' (one of \(types))", at: node, field)
            }
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
}
