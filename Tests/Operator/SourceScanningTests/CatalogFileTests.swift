import ExperimentsCore
import ExperimentsProject
import ExperimentsSourceScanning
import TestSupport
import Testing

@Suite("Keeping a catalog up to date", .inTurn)
struct CatalogFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func key(_ name: String, cases: [String] = ["a"], title: String? = nil) -> CatalogKey {
        CatalogKey(
            name: name, title: title, schema: ValueSchema(kind: .string, cases: cases, defaultText: "a"))
    }

    @Test("A catalog written to a new file is read back as it was")
    func roundTrip() throws {
        let path = folder.path("experiments.yaml")
        let keys = [key("one", title: "Number one"), key("two", cases: ["a", "b: c"])]
        try KeyCatalog(keys).write(to: path)
        #expect(try CatalogFile.keys(in: path) == keys)
    }

    @Test("A file in another encoding is refused with what to do")
    func encoding() throws {
        let path = folder.path("experiments.yaml")
        try AtomicFile.write(Array("keys: [{name: ".utf8) + [0xFF] + Array(", type: bool}]".utf8), to: path)
        let problem = #expect(throws: FileProblem.self) { try CatalogFile.keys(in: path) }
        #expect(problem?.description.hasSuffix("is not UTF-8 text; save it as UTF-8 and try again") == true)
    }

    @Test("Only the keys of a project file are replaced; its other settings and comments stay")
    func replacing() throws {
        let path = try folder.write(
            """
            # The shop.
            source:
              kind: file
              path: config.json   # values
            keys:
              - name: old
                type: string

            # How it looks.
            theme: dark

            """, to: "experiments.yaml")
        try KeyCatalog([key("one")]).write(to: path)
        #expect(
            try folder.text(of: "experiments.yaml") == """
                # The shop.
                source:
                  kind: file
                  path: config.json   # values
                keys:
                  - name: one
                    type: string
                    cases: [a]
                    default: a

                # How it looks.
                theme: dark

                """)
        #expect(try CatalogFile.keys(in: path).map(\.name) == ["one"])
    }

    @Test("Writing the same catalog again changes nothing")
    func stable() throws {
        let path = folder.path("experiments.yaml")
        try KeyCatalog([key("one"), key("two")]).write(to: path)
        let first = try folder.text(of: "experiments.yaml")
        try KeyCatalog([key("one"), key("two")]).write(to: path)
        #expect(try folder.text(of: "experiments.yaml") == first)
    }

    @Test("A file that is not a text is refused and stays")
    func noText() throws {
        let path = try folder.write("\u{FF}", to: "experiments.yaml")
        try AtomicFile.write([0xFF, 0xFE, 0x00], to: path)
        #expect(throws: FileProblem.self) { try KeyCatalog([key("one")]).write(to: path) }
        #expect(try FileBytes.read(path) == [0xFF, 0xFE, 0x00])
    }

    @Test("A comparison names each difference, and keeps the file's values that the sources do not contain")
    func comparison() {
        let comparison = CatalogComparison(
            file: [key("same", title: "A title of the file's own"), key("cases"), key("gone")],
            sources: [key("same"), key("cases", cases: ["a", "b"]), key("new")])
        #expect(
            comparison.differences == [
                "cases: the cases are a in the file, and a, b in the sources",
                "new: declared in the sources, but not in the file",
                "gone: in the file, but not declared in the sources",
            ])
    }

    @Test("Titles, groups and descriptions of the file are kept where the sources have none")
    func words() throws {
        let scan = SourceScan([
            SourceFile(
                path: "A.swift",
                text: """
                    enum K: String, RemoteKey { case a; var valueType: any RemoteValue.Type { A.self } }
                    @BoolRemoteValue enum A {}
                    """)
        ])
        let listed = CatalogKey(
            name: "a", title: "An A", group: "Letters", summary: "The first.",
            schema: ValueSchema(kind: .string))
        let kept = try #require(scan.catalog(keepingWordsOf: [listed]).keys.first)
        #expect(kept.declaredTitle == "An A" && kept.group == "Letters" && kept.summary == "The first.")
        #expect(kept.schema.kind == .bool)
    }
}
