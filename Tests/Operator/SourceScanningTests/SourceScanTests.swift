import Experiments
import ExperimentsSourceScanning
import Foundation
import TestSupport
import Testing

@Suite("Scanning sources", .inTurn)
struct SourceScanTests {
    private func scan(_ text: String) -> SourceScan {
        SourceScan([SourceFile(path: "App.swift", text: text)])
    }

    @Test("What is found in a source is what its types say when they run")
    func sameAsAtRunTime() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("ScannedSample.swift")
        let scan = SourceScan([
            SourceFile(path: "S.swift", text: try String(contentsOf: path, encoding: .utf8))
        ])
        let compiled = KeyCatalog(ScannedKey.allCases)
        #expect(scan.problems == [])
        #expect(scan.keys.map(\.name) == compiled.keys.map(\.name))
        for (scanned, key) in zip(scan.keys, compiled.keys) {
            #expect(scanned.schema == key.schema, "\(key.name)")
        }
        #expect(scan.catalog.text == compiled.text)
    }

    @Test("Titles come from a switch of literals; one that is none is left out and reported")
    func titles() {
        let scan = scan(
            """
            enum Key: String, TitledRemoteKey {
                case a, b
                var valueType: any RemoteValue.Type { A.self }
                var title: String {
                    switch self {
                    case .a: "The A"
                    case .b: localized("b")
                    }
                }
            }
            @StringRemoteValue enum A: String { case x }
            """)
        #expect(scan.keys.map(\.declaredTitle) == ["The A", nil])
        #expect(
            scan.problems.map(\.description) == [
                "App.swift:7:18: the title of case \"b\" is not a string literal and is ignored"
            ])
        #expect(scan.hasEveryKey)
    }

    @Test("A conformance in an extension, through a protocol of the app, in a conditional block, is found")
    func conformances() {
        let scan = scan(
            """
            protocol AppKey: RemoteKey {}
            #if DEBUG
            enum Key: String { case a }
            #endif
            extension Key: AppKey {
                var valueType: any RemoteValue.Type { Values.A.self }
            }
            enum Values {}
            extension Values { enum A: String {} }
            extension Values.A: AppValue { }
            protocol AppValue: CaseIterable, StringRemoteValue {}
            """)
        #expect(scan.keys.map(\.name) == ["a"])
        #expect(scan.keys.first?.schema.kind == .string)
    }

    @Test(
        "A key that cannot be read is reported at its place, and the others are kept",
        arguments: [
            ("struct K: RemoteKey {}", "App.swift:1:8: \"K\" is a RemoteKey but not an enum"),
            (
                "enum K: String, RemoteKey { case a; var valueType: T { choose(self) } }",
                "App.swift:1:34: the value type of key \"a\" could not be read"
            ),
            (
                "enum K: String, RemoteKey { case a; var valueType: T { A.self } }",
                "App.swift:1:56: the value type \"A\" of key \"a\" is not declared in the sources given"
            ),
            (
                "enum K: String, RemoteKey { case a; var valueType: T { A.self } }\nstruct A {}",
                "App.swift:2:8: the kind of \"A\" could not be read"
            ),
            (
                "enum K: RemoteKey { case a(Int); var valueType: T { A.self } }",
                "App.swift:1:26: case \"a\" has associated values"
            ),
            (
                "enum K: Int, RemoteKey { case a; var valueType: T { A.self } }",
                "App.swift:1:31: case \"a\" has no raw value, and its name could not be read"
            ),
            (
                "enum K: String, RemoteKey { case a }",
                "App.swift:1:6: the valueType of \"K\" could not be read"
            ),
        ])
    func lostKeys(_ source: String, _ message: String) {
        let good = """
            enum Good: String, RemoteKey { case g; var valueType: any RemoteValue.Type { G.self } }
            @BoolRemoteValue enum G {}
            """
        let scan = SourceScan([
            SourceFile(path: "App.swift", text: source), SourceFile(path: "Good.swift", text: good),
        ])
        #expect(scan.keys.map(\.name) == ["g"])
        #expect(!scan.hasEveryKey)
        #expect(scan.problems.count == 1)
        #expect(scan.problems.first?.description.hasPrefix(message) == true, "\(scan.problems)")
    }

    @Test("A default or range that is not a literal is left out and reported, and the key stays")
    func unreadableDetails() {
        let scan = scan(
            """
            enum Key: String, RemoteKey { case a; var valueType: any RemoteValue.Type { A.self } }
            @IntRemoteValue(default: Limits.usual, in: 0...Limits.most)
            struct A {}
            """)
        #expect(scan.keys.map(\.schema) == [ValueSchema(kind: .int)])
        #expect(scan.hasEveryKey)
        #expect(scan.problems.map(\.place.line) == [2, 2])
    }

    @Test("A key that is declared twice is kept once and reported")
    func twice() {
        let scan = scan(
            """
            enum One: String, RemoteKey { case a; var valueType: any RemoteValue.Type { A.self } }
            enum Two: String, RemoteKey { case a; var valueType: any RemoteValue.Type { A.self } }
            @BoolRemoteValue enum A {}
            """)
        #expect(scan.keys.count == 1)
        #expect(
            scan.problems.map(\.description) == [
                "App.swift:2:36: key \"a\" is declared twice: first at App.swift:1:36"
            ]
        )
    }

    @Test("Source that is not a Swift breaks nothing")
    func garbage() {
        #expect(scan("enum { case var : } switch { @@ \u{0} \"").keys.isEmpty)
    }
}
