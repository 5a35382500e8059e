import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Writing a project file")
struct ProjectDraftTests {
    private func project(_ text: String) throws -> Project {
        try Project(parsing: text, path: "experiments.yaml")
    }

    @Test("the drafted file reads well")
    func golden() {
        let keys = [
            CatalogKey(
                name: "paywall_type", title: "Paywall", group: "Monetization", summary: "Which one: \"a\" is ours.",
                schema: ValueSchema(
                    kind: .string, cases: ["a", "b c", "yes"], defaultText: "a", understandsBaseline: true)),
            CatalogKey(name: "1st", schema: ValueSchema(kind: .int, range: 1...10, defaultText: "3")),
            CatalogKey(name: "layout", schema: ValueSchema(kind: .json, defaultText: "{\"rows\":2}")),
        ]
        #expect(
            ProjectDraft(sourcePath: "values/config.json", keys: keys).text == """
                # Where values come from, and the keys that the app reads. `experiments check` tells what does not fit together.

                # A file of key and value, JSON or YAML; the path is relative to this file. Other kinds of source: firebase (with
                # project, app_id and api_key, or the path of a google_services file) and emulator (with url); with `realtime: off`
                # these two are not asked to announce changes to the dashboard. Several sources go under `sources:` as a list,
                # each with a name.
                source:
                  kind: file
                  path: values/config.json
                  # environment: staging     # shown in the header
                  # color: yellow            # and in which colour

                # How often values are fetched again: 30s, 5m, 1h, or off to fetch by hand only. A file is also read whenever it
                # changes.
                refresh: 30s

                # The overrides, set in the dashboard and followed by apps that read the same file. A list of files puts them in
                # layers, a team's under your own; the last one is written to.
                overrides: .experiments/overrides.json

                # The look of the dashboard.
                # theme: dark

                # Keys of the dashboard, by action; its help lists them.
                # bindings:
                #   refetch: [r, F5]

                # What the dashboard rings the bell for: changes of these keys, and keys that become missing or incorrect.
                # notify:
                #   keys: [some_key]
                #   broken: true
                #   by: [bell, desktop]

                # The keys that the app reads. Each has a name and a type: bool, string, int, double or json. Optional are
                #   title, group, description   words for people
                #   default                     what the app uses where the source has no value
                #   cases                       all that a string may be
                #   range                       the numbers that an int or double may be: {min: 1, max: 10}
                #   baseline                    true if a value may end in `_baseline`
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
                    default: "{\\"rows\\":2}"

                """)
    }

    @Test("a draft without keys is a project without keys, with an example in its comments")
    func empty() throws {
        let text = ProjectDraft().text
        let project = try project(text)
        #expect(project.keys.isEmpty)
        #expect(project.sources.first?.settings as? FileSourceSettings == FileSourceSettings(path: "config.json"))
        #expect(project.overridesPath == Project.usualOverridesPath(in: ""))
        #expect(text.contains("#   - name: paywall_type"))
    }

    @Test("the example in the comments is a key of a project")
    func example() throws {
        let lines = CatalogueText.text(of: []).split(separator: "\n").drop { !$0.hasPrefix("# keys:") }
        let example = lines.filter { $0.hasPrefix("# ") }.map { $0.dropFirst(2) }.joined(separator: "\n")
        #expect(try project("source: {kind: file, path: x}\n" + example).keys.map(\.name) == ["paywall_type"])
    }

    @Test("any path of a source survives", arguments: ["a b.json", "#x", "ü: ö", "-", "\"q\"", "null", "1.0", "a\\b"])
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
        "a", "B", "true", "no", "null", "~", "12", "1.50", "0x1F", "-", "- ", ": ", " #", "#", "'", "\"", "\\", "{",
        "}", "[", "]", ",",
        "&x", "*x", "!", "|", ">", "%", "@", "`", "ü", "日本", "🙂", "\u{301}", "\u{200B}", "\u{202E}", "\u{FEFF}",
        "\u{A0}", " ", "?",
        "=", "<<", "---", "...", "e3", "_", ".", "/", "\u{1F1E9}\u{1F1EA}", "\u{E000}",
    ]

    mutating func keys() -> [CatalogKey] {
        (0..<random.below(6)).map { index in
            CatalogKey(
                name: text() + "\(index)", title: optional { $0.text() }, group: optional { $0.text() },
                summary: optional { $0.text() + ($0.random.below(3) == 0 ? "\n" + $0.text() : "") }, schema: schema())
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
            schema.defaultText = [nil, "true", "false", "on", "0"][random.below(schema.understandsBaseline ? 3 : 5)]
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

@Suite("Drafting a catalogue")
struct CatalogueDraftTests {
    @Test(
        "a text suggests a type",
        arguments: [
            ("true", ValueKind.bool), ("false", .bool), ("TRUE", .string), ("42", .int), ("-7", .int), ("0", .int),
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
                "b": Snapshot.Entry(text: "1"), "a": Snapshot.Entry(text: "true"), "c": Snapshot.Entry(text: nil),
            ], fetchedAt: nil)
        let keys = CatalogueDraft(of: snapshot).keys
        #expect(keys.map(\.name) == ["a", "b", "c"])
        #expect(keys.map(\.schema.kind) == [.bool, .int, .string])
        #expect(keys.map(\.schema.defaultText) == ["true", "1", nil])
    }
}
