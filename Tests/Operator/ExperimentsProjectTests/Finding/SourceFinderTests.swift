import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Finding what values could come from", .inTurn)
struct SourceFinderTests {
    /// A folder of files by path; a text of nil cannot be read.
    private func findings(_ files: [String: String?]) -> SourceFindings {
        SourceFinder(.holding(files)).findings(in: "here")
    }

    private func titles(_ files: [String: String?]) -> [String] { findings(files).candidates.map(\.title) }

    @Test("a file of values is found with its keys")
    func values() throws {
        let found = try #require(findings(["config.json": #"{"a": 1, "b": "x"}"#]).candidates.first)
        #expect(found.place == .file(path: "config.json"))
        #expect(found.keyCount == 2)
    }

    @Test("what a file is, is reported by what it holds")
    func kinds() {
        let template = #"{"parameters": {"a": {"defaultValue": {"value": "1"}}}, "conditions": []}"#
        let variants = #"{"flag_defs": [{"flag": "f", "base_value": true}], "variants": []}"#
        let services = FirebaseFilesTests.services
        let plist = Self.plist(["GOOGLE_APP_ID", "PROJECT_ID", "API_KEY"])
        let found = findings([
            "a.json": template, "b.json": variants, "google-services.json": services,
            "App/GoogleService-Info.plist": plist,
        ]).candidates.map(\.place)
        #expect(
            Set(found) == [
                .template(path: "a.json"), .variants(path: "b.json"),
                .services(path: "google-services.json", package: nil),
                .services(path: "App/GoogleService-Info.plist", package: nil),
            ])
    }

    private static func plist(_ names: [String]) -> String {
        "<plist version=\"1.0\"><dict>" + names.map { "<key>\($0)</key><string>x</string>" }.joined()
            + "</dict></plist>"
    }

    @Test(
        "a property list that is not a settings of a project is refused with what it is",
        arguments: [
            (plist(["GOOGLE_APP_ID", "PROJECT_ID"]), "has no API_KEY"),
            (plist(["color"]), "contains values, not the settings of a project"),
            (String(plist(["GOOGLE_APP_ID"]).dropLast(12)), "GoogleService-Info.plist:1:"),
        ])
    func unusableSettings(_ text: String, _ words: String) {
        let refused = findings(["GoogleService-Info.plist": text]).refused
        #expect(refused.count == 1 && "\(refused)".contains(words), "\(refused)")
    }

    @Test("settings of several environments are found, four folders down, too")
    func environments() {
        let plist = Self.plist(["GOOGLE_APP_ID", "PROJECT_ID", "API_KEY"])
        #expect(
            findings([
                "App/GoogleService-Info-Dev.plist": plist,
                "Shop/App/Config/Firebase/GoogleService-Info.plist": plist,
                "Other.plist": plist,
            ]).candidates.map(\.place) == [
                .services(path: "App/GoogleService-Info-Dev.plist", package: nil),
                .services(path: "Shop/App/Config/Firebase/GoogleService-Info.plist", package: nil),
            ])
    }

    @Test("one with keys comes before one without, then the name that says more, then the shorter one")
    func order() {
        #expect(
            titles([
                "config.json": "{}", "flags.json": #"{"a": 1}"#, "config.staging.json": #"{"b": 1, "c": 2}"#,
                "remote_config.json": #"{"d": 1}"#, "google-services.json": FirebaseFilesTests.services,
            ]) == [
                "remote_config.json", "config.staging.json", "flags.json", "config.json",
                "google-services.json",
            ])
    }

    @Test(
        "files of other programs, hidden ones, and those deep below with names that say nothing are passed over"
    )
    func passedOver() {
        #expect(
            titles([
                "package.json": #"{"a": 1}"#, ".config.json": #"{"a": 1}"#,
                "node_modules/config.json": #"{"a": 1}"#,
                "sub/thing.json": #"{"a": 1}"#, "experiments.yaml": "a: 1",
                "other.yaml": "source: {}\nkeys: []",
                "overrides.json": #"{"version": 1, "overrides": {}}"#, "a/b/c/d/config.json": #"{"a": 1}"#,
                "Info.plist": Self.plist(["color"]),
            ]) == [])
    }

    @Test("what cannot be used is reported with the reason and the place")
    func refused() {
        let refused = findings([
            "config.json": "{\n \"a\": }", "secret_flags.yaml": nil, "notes.yaml": "- a\n- b",
        ])
        .refused
        #expect(refused.map(\.path) == ["config.json", "notes.yaml", "secret_flags.yaml"])
        #expect(refused.map(\.isTelling) == [true, false, true])
        #expect(refused[0].problem.line == 2)
        #expect(refused[2].problem.message == "permission denied")
    }

    @Test("odd names of files are written so that they can be read back, or reported")
    func oddNames() throws {
        for name in ["~config.json", "a: b config.json", "#config.json", "'config.json", "日本 config.json"] {
            let candidate = try #require(findings([name: #"{"a": 1}"#]).candidates.first, "\(name)")
            let project = try Project(parsing: ProjectDraft(candidate).text, path: "experiments.yaml")
            #expect(project.sources.first?.settings as? FileSourceSettings == FileSourceSettings(path: name))
        }
        #expect(findings(["con\nfig.json": #"{"a": 1}"#]).refused.map(\.path) == ["con\nfig.json"])
    }

    @Test("keys declared in Swift are noticed")
    func swift() {
        #expect(findings(["Sources/App/Keys.swift": "enum Key: RemoteKey {}"]).declaringFolder == "Sources")
        #expect(findings(["Sources/App/Keys.swift": "enum Key {}"]).declaringFolder == nil)
    }

    @Test("files of the same values become sources of one project, with the words of all as cases")
    func alike() throws {
        let candidates = findings([
            "config.json": #"{"plan": "annual", "a": 1}"#,
            "config.staging.json": #"{"plan": "monthly", "a": 2}"#,
            "flags.json": #"{"other": 1}"#,
        ]).candidates
        let draft = ProjectDraft(candidates[0], besides: Array(candidates.dropFirst()))
        let project = try Project(parsing: draft.text, path: "experiments.yaml")
        #expect(project.sources.map(\.name) == ["config", "staging"])
        #expect(project.sources.map(\.environment) == [nil, "staging"])
        #expect(project.keys.first { $0.name == "plan" }?.schema.cases == ["annual", "monthly"])
    }

    @Test("every kind of source is read back from a draft")
    func sources() throws {
        let places: [FoundPlace] = [
            .file(path: "a b.json"), .template(path: "t.json"), .variants(path: "v.json"),
            .services(path: "google-services.json", package: "com.example"),
            .emulator(url: "http://127.0.0.1:9199"),
        ]
        for place in places {
            let draft = ProjectDraft(sources: [DraftedSource(place, environment: "staging")], keys: [])
            let project = try Project(parsing: draft.text, path: "experiments.yaml")
            #expect(project.sources.count == 1)
            #expect(project.sources.first?.environment == "staging")
        }
        let all = ProjectDraft(
            sources: places.enumerated().map { DraftedSource($1, name: "s\($0)") }, keys: [])
        #expect(try Project(parsing: all.text, path: "experiments.yaml").sources.count == places.count)
    }

    @Test("conditional values of a template decide about the type, and its groups are read")
    func template() throws {
        let text = """
            {"parameterGroups": {"G": {"parameters": {"price": {"defaultValue": {"value": "1"},
              "conditionalValues": {"ios": {"value": "1.5"}}}}}},
             "parameters": {"on": {"defaultValue": {"useInAppDefault": true}}}}
            """
        let candidate = try #require(findings(["template.json": text]).candidates.first)
        let keys = ProjectDraft(candidate).keys
        #expect(keys.map(\.name) == ["on", "price"])
        #expect(keys.map(\.schema.kind) == [.string, .double])
    }
}

extension FolderReader {
    /// A tree of files by path, below any folder. A text of nil cannot be read.
    static func holding(_ files: [String: String?]) -> FolderReader {
        @Sendable func inside(_ path: String) -> String {
            path == "here" ? "" : String(path.dropFirst("here/".count))
        }
        return FolderReader(
            entries: { path in
                let folder = inside(path)
                let prefix = folder.isEmpty ? "" : folder + "/"
                var entries: Set<Entry> = []
                for path in files.keys where path.hasPrefix(prefix) {
                    let parts = path.dropFirst(prefix.count).split(separator: "/")
                    entries.insert(Entry(String(parts[0]), isFolder: parts.count > 1))
                }
                return Array(entries)
            },
            content: { (path, _) throws(FileProblem) in
                guard let text = files[inside(path)] ?? nil else {
                    throw FileProblem(path: path, message: "permission denied")
                }
                return Array(text.utf8)
            })
    }
}
