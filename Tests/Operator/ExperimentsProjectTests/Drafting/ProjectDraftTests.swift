import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Writing a project file", .inTurn)
struct ProjectDraftTests {
    private func project(_ text: String) throws -> Project {
        try Project(parsing: text, path: "experiments.yaml")
    }

    @Test("the drafted file reads well")
    func golden() {
        let keys = [
            CatalogKey(
                name: "paywall_type", title: "Paywall", group: "Monetization",
                summary: "Which one: \"a\" is ours.",
                schema: ValueSchema(
                    kind: .string, cases: ["a", "b c", "yes"], defaultText: "a", understandsBaseline: true)),
            CatalogKey(name: "1st", schema: ValueSchema(kind: .int, range: 1...10, defaultText: "3")),
            CatalogKey(name: "layout", schema: ValueSchema(kind: .json, defaultText: "{\"rows\":2}")),
        ]
        #expect(
            ProjectDraft(sourcePath: "values/config.json", keys: keys).text == """
                source:
                  kind: file
                  path: values/config.json

                # Types: bool, string, int, double, json, duration, url, date.
                # Fields: title, group, description, default, cases, baseline,
                # range: {min: 1, max: 10}.
                keys:
                  - name: paywall_type
                    title: Paywall
                    type: string
                    cases: [a, b c, "yes"]
                    default: a
                    baseline: true
                    group: Monetization
                    description: "Which one: \\"a\\" is ours."
                  - name: "1st"
                    type: int
                    range: {min: 1, max: 10}
                    default: 3
                  - name: layout
                    type: json
                    default: {rows: 2}

                # How often to fetch: 30s, 5m, 1h, or off. Files are also read when they change.
                refresh: 30s

                overrides: .experiments/overrides.json

                # theme: dark
                # bindings:
                #   refetch: [r, F5]
                # notify:               # when these keys change, and when keys break
                #   keys: [some_key]
                #   broken: true
                #   by: [bell, desktop]

                """)
    }

    @Test("a draft without keys is a project without keys, with an example in its comments")
    func empty() throws {
        let text = ProjectDraft().text
        let project = try project(text)
        #expect(project.keys.isEmpty)
        #expect(
            project.sources.first?.settings as? FileSourceSettings == FileSourceSettings(path: "config.json"))
        #expect(project.overridesPath == Project.usualOverridesPath(in: ""))
        #expect(text.contains("#   - name: paywall_type"))
    }

    @Test("the example in the comments is a key of a project")
    func example() throws {
        let lines = CatalogueText.text(of: []).split(separator: "\n").drop { !$0.hasPrefix("# keys:") }
        let example = lines.filter { $0.hasPrefix("# ") }.map { $0.dropFirst(2) }.joined(separator: "\n")
        #expect(try project("source: {kind: file, path: x}\n" + example).keys.map(\.name) == ["paywall_type"])
    }

    @Test("no line of comments is longer than 80 columns")
    func columns() {
        let draft = ProjectDraft(
            sourcePath: "x", keys: [CatalogKey(name: "a", schema: ValueSchema(kind: .int))])
        for line in draft.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test(
        "a default of JSON is written to be read, and is read back as it was",
        arguments: [
            (#"{"from":"09:00","to":"17:00"}"#, #"{from: "09:00", to: "17:00"}"#),
            (#"["card","paypal"]"#, "[card, paypal]"),
            (#"{"a":{"b":[1,-2.50,true,null]}}"#, "{a: {b: [1, -2.50, true, null]}}"),
            (#"{"rows": 2}"#, #"'{"rows": 2}'"#), (#"{"no":"yes"}"#, #"{"no": "yes"}"#),
            (#"["a\\b"]"#, #"['a\b']"#),
            (#"{"a":1e3}"#, #"'{"a":1e3}'"#), (#"["it's"]"#, #"["it's"]"#), ("5", "\"5\""),
            (#"["say \"it's\""]"#, #"["say \"it's\""]"#), ("{}", "{}"), (#"{"":1}"#, #"{"": 1}"#),
        ])
    func defaults(json: String, written: String) throws {
        let key = CatalogKey(name: "k", schema: ValueSchema(kind: .json, defaultText: json))
        let text = ProjectDraft(keys: [key]).text
        #expect(text.contains("    default: \(written)\n"), "\(text)")
        #expect(try project(text).keys == [key], "\(text)")
    }

    @Test(
        "any path of a source survives",
        arguments: ["a b.json", "#x", "ü: ö", "-", "\"q\"", "null", "1.0", "a\\b"])
    func paths(path: String) throws {
        #expect(
            try project(ProjectDraft(sourcePath: path).text).sources.first?.settings as? FileSourceSettings
                == FileSourceSettings(path: path))
    }

    @Test("whatever keys are written, the same are read", arguments: 0..<4)
    func roundTrip(part: Int) throws {
        for seed in (part * 50)..<(part * 50 + 50) {
            var random = RandomKeys(random: SeededGenerator(seed: UInt64(seed)))
            let keys = random.keys()
            let text = ProjectDraft(keys: keys).text
            let read = try project(text).keys
            #expect(read == keys, "seed \(seed)\n\(text)")
        }
    }
}

/// Keys with every kind of schema, and with texts that YAML might take for something else.
private struct RandomKeys {
    var random: SeededGenerator

    private static let pieces = [
        "a", "B", "true", "no", "null", "~", "12", "1.50", "0x1F", "-", "- ", ": ", " #", "#", "'", "\"",
        "\\", "{",
        "}", "[", "]", ",",
        "&x", "*x", "!", "|", ">", "%", "@", "`", "ü", "日本", "🙂", "\u{301}", "\u{200B}", "\u{202E}",
        "\u{FEFF}",
        "\u{A0}", " ", "?",
        "=", "<<", "---", "...", "e3", "_", ".", "/", "\u{1F1E9}\u{1F1EA}", "\u{E000}",
    ]

    mutating func keys() -> [CatalogKey] {
        (0..<random.below(6)).map { index in
            CatalogKey(
                name: text() + "\(index)", title: optional { $0.text() }, group: optional { $0.text() },
                summary: optional { $0.text() + ($0.random.below(3) == 0 ? "\n" + $0.text() : "") },
                schema: schema())
        }
    }

    private mutating func optional(_ make: (inout Self) -> String) -> String? {
        random.below(2) == 0 ? make(&self) : nil
    }

    private mutating func text() -> String {
        let text = (0...random.below(5)).map { _ in Self.pieces[random.below(Self.pieces.count)] }.joined()
        return text == "" ? "x" : text
    }

    private mutating func schema() -> ValueSchema {
        let kind = ValueKind.allCases[random.below(ValueKind.allCases.count)]
        var schema = ValueSchema(kind: kind)
        switch kind {
        case .string:
            schema.cases = (0..<random.below(4)).map { text() + "-\($0)" }
            schema.understandsBaseline = random.below(2) == 0
            schema.defaultText = schema.cases.last ?? optional { $0.text() }
        case .bool:
            schema.understandsBaseline = random.below(2) == 0
            // With a baseline, only the plain spellings are values.
            schema.defaultText =
                [nil, "true", "false", "on", "0"][random.below(schema.understandsBaseline ? 3 : 5)]
        case .int:
            if random.below(2) == 0 { schema.range = -5...Double(random.below(1_000)) }
            schema.defaultText = [nil, "0", "-3"][random.below(3)]
        case .double:
            if random.below(2) == 0 { schema.range = -0.25...Double.infinity }
            schema.defaultText = [nil, "1.50", "2e3", "0"][random.below(4)]
        case .json:
            schema.defaultText = [nil, "{\"a\": [1, null]}", "[]", "\"text\"", "1.50"][random.below(5)]
        case .duration:
            schema.defaultText = [nil, "90s", "1h30m"][random.below(3)]
        case .url:
            schema.defaultText = [nil, "https://example.com/a?b=c#d"][random.below(2)]
        case .date:
            schema.defaultText = [nil, "2026-03-01T09:30:00Z"][random.below(2)]
        }
        return schema
    }
}

@Suite("Drafting a catalog", .inTurn)
struct CatalogueDraftTests {
    @Test(
        "a text suggests a type",
        arguments: [
            ("true", ValueKind.bool), ("false", .bool), ("TRUE", .string), ("42", .int), ("-7", .int),
            ("0", .int),
            ("007", .string),
            ("1.5", .double), ("-0.5e3", .double), ("1e400", .string), ("99999999999999999999", .string),
            ("{\"a\":1}", .json),
            ("[]", .json), ("{broken", .string), ("[a]", .string), ("", .string), ("hello", .string),
            ("1.2.3", .string),
            ("+1", .string), ("1 ", .string), ("-", .string), (".5", .string),
        ])
    func kinds(text: String, kind: ValueKind) {
        #expect(ValueKind(suggestedBy: text) == kind)
    }

    @Test("the keys of a snapshot come by name, each with its type and the value as default")
    func snapshot() {
        let snapshot = Snapshot(
            entries: [
                "b": Snapshot.Entry(text: "1"), "a": Snapshot.Entry(text: "true"),
                "c": Snapshot.Entry(text: nil),
            ], fetchedAt: nil)
        let keys = CatalogueDraft(of: snapshot).keys
        #expect(keys.map(\.name) == ["a", "b", "c"])
        #expect(keys.map(\.schema.kind) == [.bool, .int, .string])
        #expect(keys.map(\.schema.defaultText) == ["true", "1", nil])
    }
}
