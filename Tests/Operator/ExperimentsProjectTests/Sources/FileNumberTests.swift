import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Numbers of a file source", .inTurn)
struct FileNumberTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func keeper(_ name: String) -> FileRemoteConfigKeeper {
        FileRemoteConfigKeeper(path: folder.path + "/" + name, shownAs: name, watcher: nil, now: { Date() })
    }

    private func failure(_ name: String) -> String? {
        #expect(throws: FetchFailure.self) { try keeper(name).fetchNow() }?.description
    }

    @Test("YAML: numbers in objects and lists are those of YAML 1.2, written as JSON writes them")
    func yamlNumbers() throws {
        try folder.write(
            """
            o: {a: .5, b: +1, c: 0x1F, d: 012, e: 5., f: 0o17, h: 1e3, i: -.5e-2, j: 1.50, n: .inf, t: 1_000, u: 0x}
            l: [+.5, -0, 00, "0x1F", 1e, 1.2.3]
            tags: [!!int 42, !!float 1, !!int "7.0", !!str 5, !!bool "true"]
            """, to: "c.yaml")
        let keeper = keeper("c.yaml")
        try keeper.fetchNow()
        #expect(
            keeper.snapshot.entries["o"]?.text
                == #"{"a":0.5,"b":1,"c":31,"d":12,"e":5.0,"f":15,"h":1e3,"i":-0.5e-2,"j":1.50,"n":".inf","t":"1_000","u":"0x"}"#
        )
        #expect(keeper.snapshot.entries["l"]?.text == #"[0.5,-0,0,"0x1F","1e","1.2.3"]"#)
        #expect(keeper.snapshot.entries["tags"]?.text == #"[42,1.0,7,"5",true]"#)
        try folder.write("k: !!int many", to: "c.yaml")
        #expect(
            failure("c.yaml")?.contains("\"many\" is not a whole number, although its tag is !!int") == true)
    }

    @Test("a number is whole however the file writes it, and a text is not", arguments: ["c.json", "c.yaml"])
    func wholeNumbers(_ name: String) throws {
        try folder.write(#"{"days": 7.0, "much": 1e3, "half": 7.5, "text": "7.0", "version": 2.0}"#, to: name)
        let keeper = keeper(name)
        try keeper.fetchNow()
        let keys =
            ["days", "much", "half", "text"].map { CatalogKey(name: $0, schema: ValueSchema(kind: .int)) }
            + [CatalogKey(name: "version", schema: ValueSchema(kind: .string))]
        let report = Report(keys: keys, snapshot: keeper.snapshot, overrides: .empty, at: Date())
        #expect(report.rows.map(\.status) == [.ok, .ok, .incorrect, .incorrect, .ok])
        #expect(report.rows.map(\.valueText) == ["7", "1000", nil, nil, "2.0"])
    }

    @Test("YAML: an int may be hexadecimal or signed, and a text of that spelling stays as it is")
    func yamlSpellings() throws {
        try folder.write("hex: 0x1F\nplus: +5\npoint: .5\n", to: "c.yaml")
        let keeper = keeper("c.yaml")
        try keeper.fetchNow()
        func value(_ name: String, _ kind: ValueKind) -> String? {
            Report(
                keys: [CatalogKey(name: name, schema: ValueSchema(kind: kind))], snapshot: keeper.snapshot,
                overrides: .empty, at: Date()
            ).rows.first?.valueText
        }
        #expect(value("hex", .int) == "31" && value("hex", .string) == "0x1F")
        #expect(value("plus", .int) == "5" && value("plus", .double) == "5")
        #expect(value("point", .double) == ".5" && value("point", .string) == ".5")
    }
}
