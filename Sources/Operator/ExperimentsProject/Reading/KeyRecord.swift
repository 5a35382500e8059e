import ExperimentsCore
import MarkedYAML

/// The fields of one key, sorted out but not yet read. The decoder stands at the key.
struct KeyRecord {
    private let node: YAMLNode
    private let pairs: [YAMLPair]
    /// Which pair holds each field, by the field's number; -1 where there is none. To look for each field among the pairs
    /// would make the reading of a project file take half as long again.
    private var places: SIMD16<Int32>
    /// The names that unknown fields were probably meant to have.
    private var meant: [String] = []

    init?(_ node: YAMLNode, _ decoder: inout ProjectDecoder) {
        guard let pairs = node.pairs else {
            decoder.expected("fields such as 'name' and 'type'", found: node)
            return nil
        }
        self.node = node
        self.pairs = pairs
        places = SIMD16(repeating: -1)
        var hasUnknown = false
        for place in pairs.indices {
            let field = pairs[place].key.text.flatMap(KeyField.init(named:))
            if let field { places[field.rawValue] = Int32(place) } else { hasUnknown = true }
        }
        if hasUnknown {
            meant = decoder.record(node, fields: KeyField.names)?.meant ?? []
        }
    }

    private subscript(field: KeyField) -> YAMLNode? {
        let place = places[field.rawValue]
        return place < 0 ? nil : pairs[Int(place)].value
    }

    /// The name as written, if there is one.
    var name: String? {
        guard let text = self[.name]?.textValue, !text.isEmpty else { return nil }
        return text
    }

    func key(_ decoder: inout ProjectDecoder) -> CatalogKey? {
        let name = readName(&decoder)
        let title = self[.title].flatMap { decoder.line($0, at: "title") }
        let group = self[.group].flatMap { decoder.line($0, at: "group") }
        let summary = self[.description].flatMap { readDescription($0, &decoder) }
        let kind = readKind(&decoder)
        let cases = self[.cases].flatMap { readCases($0, kind, &decoder) } ?? []
        let understandsBaseline = self[.baseline].map { readBaseline($0, kind, &decoder) } ?? false
        let range = self[.range].flatMap { readRange($0, kind, &decoder) }
        guard let name, let kind else { return nil }
        var schema = ValueSchema(kind: kind, cases: cases, range: range, understandsBaseline: understandsBaseline)
        schema.defaultText = self[.default].flatMap { readDefault($0, schema, &decoder) }
        return CatalogKey(name: name, title: title, group: group, summary: summary, schema: schema)
    }

    private func readName(_ decoder: inout ProjectDecoder) -> String? {
        if let name = self[.name] { return decoder.line(name, at: "name") }
        missing(.name, &decoder)
        return nil
    }

    private func missing(_ field: KeyField, why: String = "", _ decoder: inout ProjectDecoder) {
        let name = KeyField.names[field.rawValue]
        if !meant.contains(name) { decoder.refuse("has no '\(name)'\(why)", node) }
    }

    /// A description may run over several lines; its line breaks are kept.
    private func readDescription(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        guard let text = decoder.text(node, at: "description") else { return nil }
        var lines = Substring(text)
        while lines.last?.isNewline == true { lines.removeLast() }
        return lines.isEmpty ? nil : String(lines)
    }

    private func readKind(_ decoder: inout ProjectDecoder) -> ValueKind? {
        guard let type = self[.type] else {
            missing(.type, why: " (\(DocumentWords.one(of: Self.types)))", &decoder)
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

/// The fields that a key of a catalogue can have.
enum KeyField: Int, CaseIterable {
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
