import Experiments
import ExperimentsSourceScanning
import Foundation
import TestSupport
import Testing

@Suite("Scanning keys that know their type", .inTurn)
struct TypedKeyScanTests {
    private func scan(_ text: String) -> SourceScan {
        SourceScan([SourceFile(path: "App.swift", text: text)])
    }

    @Test("What is found in a source is what its keys say when they run")
    func sameAsAtRunTime() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try ["ScannedSample.swift", "ScannedTypedKeys.swift"].map { name in
            SourceFile(
                path: name, text: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            )
        }
        let scan = SourceScan(files)
        let compiled = (Keys.scanned + Keys.scannedConstants + Keys.ScannedCatalog.allKeys).map {
            CatalogKey($0)
        }
        let found = scan.keys.suffix(compiled.count)
        #expect(scan.problems.filter(\.isKeyLost) == [])
        #expect(found.map(\.name) == compiled.map(\.name))
        for (scanned, key) in zip(found, compiled) {
            #expect(scanned.schema == key.schema, "\(key.name)")
            #expect(scanned.declaredTitle == key.declaredTitle)
            #expect(scanned.group == key.group)
            #expect(scanned.summary == key.summary)
        }
    }

    @Test("What only the compiler can know is reported at its place")
    func problems() {
        let scan = scan(
            """
            extension Keys {
                static let a = Key(name, default: 3)
                static let b = Key("b", default: makeValue())
                static let c = Key("c", default: 3, in: limits)
                static let d = Key("d", default: Date.now)
                static let e = Key("c", default: 4)
                static let other = Other("x")
            }
            """)
        #expect(scan.keys.map(\.name) == ["c", "d"])
        #expect(!scan.hasEveryKey)
        #expect(
            scan.problems.map(\.description) == [
                "App.swift:2:16: the name of key \"a\" could not be read; expected a string literal",
                "App.swift:3:16: the type of key \"b\" could not be read; expected a literal, a case or Type.self, or the "
                    + "type in angle brackets, as in Key<Int>",
                "App.swift:4:16: the range of key \"c\" cannot be read and is ignored; expected two literals",
                "App.swift:5:16: the default of key \"d\" cannot be read and is ignored",
                "App.swift:6:16: key \"c\" is declared twice: first at App.swift:4:16",
            ])
    }

    @Test("A key is found wherever it is made")
    func elsewhere() {
        let scan = scan(
            """
            enum My { static let outside = Key("outside_keys", default: 2) }
            struct V { let k = Key("member", default: true).described(title: "Member") }
            func site() -> Key<URL> { return Key("site", default: URL(string: "https://example.com/a")!) }
            let own = [Key("x"), Key(3)]
            """)
        #expect(scan.keys.map(\.name) == ["outside_keys", "member", "site"])
        #expect(scan.keys.map(\.schema.kind) == [.int, .bool, .url])
        #expect(scan.keys.map(\.schema.defaultText) == ["2", "true", "https://example.com/a"])
        #expect(scan.keys[1].title == "Member")
        #expect(scan.problems.isEmpty)
    }

    @Test("A key whose name is made at run time is reported where it is made")
    func namesMadeAtRunTime() {
        let scan = scan(
            """
            func make(_ name: String) -> Key<Int> { Key(name, default: 1) }
            """)
        #expect(!scan.hasEveryKey)
        #expect(
            scan.problems.map(\.description) == [
                "App.swift:1:41: a key is made here, but its name is not a string literal"
            ])
    }

    @Test("A name with several meanings, or another meaning where it is used, is not a constant")
    func unclearConstants() {
        let scan = scan(
            """
            let name = "taken", most = 3
            #if DEBUG
            let limit = 1
            #else
            let limit = 2
            #endif
            enum A { static let circle = B.circle }
            enum B { static let circle = A.circle }
            struct Made { let most: Int; var key: Key<Int> { Key("own", default: most) } }
            func make(_ name: String) -> Key<Int> { Key(name, default: 1) }
            extension Keys {
                static let a = Key("a", default: limit)
                static let b = Key("b", default: A.circle)
                static let c = Key<Int>("c", default: 1 / 0)
                static let d = Key<Int>("d", default: 9223372036854775807 + 1)
                nonisolated(unsafe) static var changing = 3
                static let e = Key<Int>("e", default: changing)
                static let f = Key<Int>("f", default: most)
            }
            """)
        #expect(scan.keys.map(\.name) == ["own", "c", "d", "e", "f"])
        #expect(scan.keys.map(\.schema.defaultText) == [nil, nil, nil, nil, "3"])
        #expect(scan.problems.filter(\.isKeyLost).map(\.place.line) == [10, 12, 13])
    }

    @Test("Addresses and decimals that are forced are read")
    func forced() {
        let scan = scan(
            """
            private let site = "https://example.com"
            enum Hosts { static let help = URL(string: "\\(site)/help")! }
            extension Keys {
                static let a = Key("a", default: URL(string: site + "/a")!)
                static let b = Key<URL>("b", default: .init(string: "https://example.com/b")!)
                static let c = Key("c", default: Hosts.help)
                static let d = Key("d", default: Decimal(string: "0.1")!, in: 0...1)
                static let e = Key<Decimal>("e", default: Decimal(string: "0.1")! + Decimal(string: "0.2")!)
                static let f = Key<Decimal>("f", default: .init(string: "12345678901234567890.5")!)
                @RemoteKeys enum Shop {
                    static let site = URL(string: "https://example.com/shop")!
                    static let share = Decimal(string: "0.25")!
                }
            }
            """)
        #expect(scan.problems == [])
        #expect(scan.keys.map(\.schema.kind) == [.url, .url, .url, .double, .double, .double, .url, .double])
        #expect(
            scan.keys.map(\.schema.defaultText) == [
                "https://example.com/a", "https://example.com/b", "https://example.com/help", "0.1", "0.3",
                "12345678901234567890.5", "https://example.com/shop", "0.25",
            ])
    }

    @Test("Constants are those of the file, where others have the same name")
    func constantsOfFiles() {
        let key = "\nextension Keys { static let KEY = Key(\"KEY\", default: limit) }"
        let scan = SourceScan([
            SourceFile(path: "A.swift", text: "private let limit = 1" + key.replacing("KEY", with: "a")),
            SourceFile(path: "B.swift", text: "private let limit = 2" + key.replacing("KEY", with: "b")),
            SourceFile(path: "C.swift", text: key.replacing("KEY", with: "c")),
        ])
        #expect(scan.keys.map(\.schema.defaultText) == ["1", "2"])
        #expect(scan.problems.map(\.place.path) == ["C.swift"])
    }

    @Test("The details of value types may be constants, too")
    func constantsOfTypes() {
        let scan = scan(
            """
            enum Key: String, TitledRemoteKey {
                case a, b
                var name: String { switch self { case .a: Names.first; case .b: "b" + "_key" } }
                var title: String { Names.title + rawValueless }
                var valueType: any RemoteValue.Type { switch self { case .a: A.self; case .b: B.self } }
            }
            enum Names { static let first = "first_key", title = "Title" }
            enum Limits { static let usual = 2, most = 2 * usual + 1 }
            @IntRemoteValue(default: Limits.usual, in: -1 - 1...Limits.most)
            struct A {}
            @JSONRemoteValue struct B { var title = Names.title + "!"; var count = Limits.most; var rate: Double = 1 / 4 }
            """)
        #expect(scan.keys.map(\.name) == ["first_key", "b_key"])
        #expect(scan.keys.first?.schema == ValueSchema(kind: .int, range: -2...5, defaultText: "2"))
        #expect(scan.keys.last?.schema.defaultText == #"{"count":5,"rate":0.25,"title":"Title!"}"#)
        #expect(scan.problems.allSatisfy { $0.message.contains("title of case") })
    }

    @Test("A type of the app's own called Key makes no keys")
    func ownKey() {
        #expect(
            scan("struct Key { init(_ n: String, default: Int) {} }\nlet a = Key(\"a\", default: 3)").keys
                .isEmpty)
    }

    @Test("What only the compiler can know about a catalog is reported at its place")
    func catalogProblems() {
        let scan = scan(
            """
            extension Keys {
                @RemoteKeys(naming: .kebabCase) enum Shop {
                    static let rowItems = 3
                    @KeyDetails(name) static let a = true
                    static var b: Bool { print(); return true }
                    @KeyDetails("row-items") static let c = 4
                }
            }
            @RemoteKeys enum Elsewhere { static let d = 3 }
            """)
        #expect(scan.keys.map(\.name) == ["row-items", "b"])
        #expect(
            scan.problems.map(\.description) == [
                "App.swift:4:38: the name of key \"a\" could not be read; expected a string literal",
                "App.swift:5:20: the default of key \"b\" cannot be read and is ignored",
                "App.swift:6:45: key \"row-items\" is declared twice: first at App.swift:3:20",
            ])
    }

    @Test("If a key of a catalog is declared and used is found")
    func catalogReferences() {
        let text = """
            extension Keys {
                @RemoteKeys enum Shop {
                    static let rowItems = 3
                }
            }
            let a = service[.rowItems], b = Keys.rowItems
            """
        let found = SourceReferences([SourceFile(path: "App.swift", text: text)]).references
        #expect(
            found.map { "\($0.key) \($0.kind.rawValue) \($0.place.line)" } == [
                "row_items declared 3", "row_items used 6", "row_items used 6",
            ])
    }

    @Test("An app's own type called Keys declares none")
    func ownKeys() {
        #expect(scan("enum Keys {}\nextension Keys { static let a = Key(\"a\", default: 3) }").keys.isEmpty)
    }

    @Test("If a key is declared and used is found")
    func references() {
        let text = """
            extension Keys {
                static let columns = Key("shelf_columns", default: 3)
            }
            let a = service[.columns], b = service.value(of: Keys.columns)
            struct Shelf { @Remote(.columns) var columns }
            """
        let found = SourceReferences([SourceFile(path: "App.swift", text: text)]).references
        #expect(
            found.map { "\($0.key) \($0.kind.rawValue) \($0.place.line)" } == [
                "shelf_columns declared 2", "shelf_columns used 4", "shelf_columns used 4",
                "shelf_columns used 5",
            ])
    }
}
