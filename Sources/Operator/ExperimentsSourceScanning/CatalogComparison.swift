import ExperimentsCore

/// The differences between a catalog in a file and the declarations in the sources.
public struct CatalogComparison: Sendable, Hashable {
    /// The differences, in words: `paywall_type: the cases are a, b in the file, and a, b, c in the sources`.
    public let differences: [String]

    /// Compares the declarations in source code: names, kinds, cases, ranges, defaults and baselines, and titles if
    /// declared. Groups, descriptions and the order are only in the file.
    public init(file: [CatalogKey], sources: [CatalogKey]) {
        let declared = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
        let listed = Dictionary(file.map { ($0.name, $0) }) { first, _ in first }
        var differences: [String] = []
        for key in sources {
            if let listed = listed[key.name] {
                differences += Self.differences(of: listed, from: key).map { "\(key.name): \($0)" }
            } else {
                differences.append("\(key.name): declared in the sources, but not in the file")
            }
        }
        differences += file.filter { declared[$0.name] == nil }.map {
            "\($0.name): in the file, but not declared in the sources"
        }
        self.differences = differences
    }

    /// Whether the file is up to date.
    public var isUpToDate: Bool { differences.isEmpty }

    private static func differences(of file: CatalogKey, from source: CatalogKey) -> [String] {
        let (old, new) = (file.schema, source.schema)
        var differences: [String] = []
        func compare(_ what: String, file old: String, sources new: String) {
            if old != new { differences.append("the \(what) \(old) in the file, and \(new) in the sources") }
        }
        compare("type is", file: old.kind.rawValue, sources: new.kind.rawValue)
        compare("cases are", file: list(old.cases), sources: list(new.cases))
        compare("range is", file: rangeText(old.range), sources: rangeText(new.range))
        // The file may have facts that the sources do not have.
        if let text = new.defaultText, !old.areSame(text, old.defaultText) {
            compare("default is", file: old.defaultText ?? "not set", sources: text)
        }
        compare("baseline is", file: "\(old.understandsBaseline)", sources: "\(new.understandsBaseline)")
        if let title = source.declaredTitle {
            compare("title is", file: file.declaredTitle ?? "not set", sources: title)
        }
        return differences
    }

    /// Returns JSON with its members in one order and its numbers in one spelling, as a type writes them.
    fileprivate static func normal(_ text: String) -> JSONValue? {
        (try? JSONValue(parsing: text)).map(normal)
    }

    private static func normal(_ json: JSONValue) -> JSONValue {
        switch json {
        case .number(let text): .number(NumberText.double(text).map { NumberText.text(of: $0) } ?? text)
        case .array(let elements): .array(elements.map(normal))
        case .object(let object):
            .object(
                JSONObject(
                    setting: object.members.sorted { $0.name < $1.name }
                        .map { .init(name: $0.name, value: normal($0.value)) }))
        default: json
        }
    }

    private static func list(_ cases: [String]) -> String {
        cases.isEmpty ? "not set" : cases.joined(separator: ", ")
    }

    private static func rangeText(_ range: ClosedRange<Double>?) -> String {
        range.map { "\(NumberText.text(of: $0.lowerBound))...\(NumberText.text(of: $0.upperBound))" }
            ?? "not set"
    }
}

extension ValueSchema {
    /// Whether a default of the sources is the same value as one of a file.
    fileprivate func areSame(_ source: String, _ file: String?) -> Bool {
        guard let file else { return false }
        if areSame(source, file) { return true }
        guard kind == .json, let one = CatalogComparison.normal(source) else { return false }
        return one == CatalogComparison.normal(file)
    }
}

extension SourceScan {
    /// Returns the catalog with the additions of a file: titles, groups, descriptions, and defaults that the sources do
    /// not show.
    ///
    /// - Parameters:
    ///   - file: the keys of the file.
    ///   - keepsOthers: whether keys of the file that were not found in the sources stay, after the others, because
    ///     they may be in code that could not be read.
    public func catalog(keepingWordsOf file: [CatalogKey], keepsOthers: Bool = false) -> KeyCatalog {
        let listed = Dictionary(file.map { ($0.name, $0) }) { first, _ in first }
        let others = keepsOthers ? file.filter { places[$0.name] == nil } : []
        return KeyCatalog(
            keys.map { key in
                guard let old = listed[key.name] else { return key }
                var schema = key.schema
                schema.defaultText = schema.defaultText ?? old.schema.defaultText
                return CatalogKey(
                    name: key.name, title: key.declaredTitle ?? old.declaredTitle, group: old.group,
                    summary: old.summary, schema: schema)
            } + others)
    }
}
