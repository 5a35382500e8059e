import ExperimentsCore
import ExperimentsProject
import TestSupport

/// Keys as random project files have them.
enum RandomKeys {
    private static let names = [
        "paywall_type", "paywallType", "PAYWALL-TYPE", "help_url", "HTTPServerID", "default", "class", "init",
        "self",
        "Type", "3d_mode", "", "a.b", "größe", "日本", "🎉", "allKeys", "date", "Key", "string", "x\"y",
        "user id",
    ]
    private static let texts = [
        "a", "b", "A", "default", "in", "init", "none", "easy going", "", "1.0", "1", "x\"y\\z", "é",
        "e\u{301}", "日本",
        "\u{202E}r", "allCases", "🎉", "a_baseline",
    ]
    private static let numbers = [
        0, 1, -1, 0.5, 3, 1e300, -2.25, 9_007_199_254_740_992, 1e-7, .infinity, -.infinity,
    ]

    private static let document = """
        {"title": "Hello", "is_shown": true, "button": {"text": "Buy", "sizes": [1, 2], "title": {"a-b": 0.5}},
         "default": 0.5, "CodingKeys": 1, "string": {}, "self": "x", "日本": {"日本": "y"}, "title_": 1e2}
        """

    /// Returns the keys of a project file.
    static func keys(seed: UInt64) throws -> [CatalogKey] {
        var random = SeededGenerator(seed: seed)
        var keys: [CatalogKey] = []
        for _ in 0..<random.below(9) {
            let name = names[random.below(names.count)] + ["", "_2", "X"][random.below(3)]
            guard !name.isEmpty, !keys.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                continue
            }
            let schema = schema(&random)
            func words() -> String? { random.below(3) == 0 ? "W \(texts[random.below(texts.count)])" : nil }
            keys.append(
                CatalogKey(name: name, title: words(), group: words(), summary: words(), schema: schema))
        }
        // What a project file makes of them is what people have.
        return try CatalogFile.keys(parsing: KeyCatalog(keys).text, path: "experiments.yaml")
    }

    private static func schema(_ random: inout SeededGenerator) -> ValueSchema {
        let kind = ValueKind.allCases[random.below(ValueKind.allCases.count)]
        var schema = ValueSchema(kind: kind)
        if kind == .string, random.below(2) == 0 {
            for _ in 0...random.below(4) {
                let text = texts[random.below(texts.count)]
                if !schema.cases.contains(text) { schema.cases.append(text) }
            }
        }
        if kind == .string || kind == .bool { schema.understandsBaseline = random.below(3) == 0 }
        if kind == .int || kind == .double, random.below(2) == 0 {
            let bounds = [numbers[random.below(numbers.count)], numbers[random.below(numbers.count)]].sorted()
            let isWhole = bounds.allSatisfy { $0.isInfinite || ($0 == $0.rounded() && abs($0) < 1e15) }
            if bounds[0].isFinite || bounds[1].isFinite, bounds[0] < .infinity, bounds[1] > -.infinity,
                kind == .double || isWhole
            {
                schema.range = bounds[0]...bounds[1]
            }
        }
        let text = defaultText(schema, &random)
        if random.below(5) > 0, (try? schema.check(text)) != nil { schema.defaultText = text }
        return schema
    }

    private static func defaultText(_ schema: ValueSchema, _ random: inout SeededGenerator) -> String {
        let isBaseline = schema.understandsBaseline && random.below(2) == 0
        let text: String
        switch schema.kind {
        case .bool: text = schema.understandsBaseline ? "true" : ["true", "off", "1"][random.below(3)]
        case .string: text = (schema.cases.isEmpty ? texts : schema.cases).randomElement(using: &random) ?? ""
        case .int: text = ["0", "3", "-1", "9223372036854775807", "-9223372036854775808"][random.below(5)]
        case .double: text = ["0", "0.1", "-2.50", "1e3", "1e-300", "3"][random.below(6)]
        case .json: text = random.below(2) == 0 ? document : RandomJSON.value(using: &random).compactText
        case .duration: text = ["90s", "1h30m", "250ms", "0ms", "2d", "1s500ms"][random.below(6)]
        case .url: text = ["https://example.com/a?b=c", "mailto:a@b.c"][random.below(2)]
        case .date:
            text =
                ["2026-03-01T09:30:00Z", "2026-03-01T09:30:00.250Z", "1969-12-31T23:00:00Z"][random.below(3)]
        }
        return text + (isBaseline ? "_baseline" : "")
    }
}
