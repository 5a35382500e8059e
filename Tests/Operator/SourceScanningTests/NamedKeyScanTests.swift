import ExperimentsCore
import ExperimentsProject
import ExperimentsSourceScanning
import TestSupport
import Testing

@Suite("Scanning names that code asks for", .inTurn)
struct NamedKeyScanTests {
    private func scan(_ text: String, enums: [String] = [], readers: [String] = []) -> SourceScan {
        var options = ScanOptions()
        options.enums = enums.compactMap { KeyEnum($0) }
        options.readers = readers.compactMap { ProjectCodeReader($0) }
        return SourceScan([SourceFile(path: "App.swift", text: text)], options)
    }

    private func keys(_ scan: SourceScan) -> [String] {
        scan.keys.map {
            "\($0.name) \($0.schema.kind.rawValue)" + ($0.schema.defaultText.map { " " + $0 } ?? "")
        }
    }

    @Test("A literal for Firebase's SDK is a key with the type of its accessor")
    func accessors() {
        let scan = scan(
            """
            let a = config.configValue(forKey: "a").boolValue
            let b = RemoteConfig.remoteConfig().configValue(forKey: "b").numberValue.intValue
            let c = config.configValue(forKey: "c").numberValue.doubleValue
            let d = config?.configValue(forKey: "d").stringValue ?? ""
            let e = config.configValue(for: "e").jsonValue
            """)
        #expect(keys(scan) == ["a bool", "b int", "c double", "d string", "e json"])
        #expect(scan.problems == [])
        #expect(scan.places["d"]?.description == "App.swift:4:37")
    }

    @Test("A subscript is a key of Firebase's client, and of a configuration in a file that imports Firebase")
    func subscripts() {
        let uses = """
            let a = remoteConfig["a"].boolValue
            let b = json["b"].stringValue
            let c = RemoteConfig.remoteConfig()["c"].stringValue
            """
        #expect(keys(scan("import FirebaseRemoteConfig\n" + uses)) == ["a bool", "c string"])
        #expect(keys(scan(uses)) == ["c string"])
    }

    @Test("Defaults in code give types and defaults")
    func defaults() {
        let scan = scan(
            """
            config.setDefaults([
                "a": true as NSObject, "b": NSNumber(value: 3), "c": "text" as NSString, Names.d: 0.5 as NSNumber,
            ])
            enum Names { static let d = "d" }
            let a = config.configValue(forKey: "a")
            """)
        #expect(keys(scan) == ["a bool true", "b int 3", "c string text", "d double 0.5"])
        #expect(scan.problems == [])
    }

    @Test("A property wrapper is a key, with the type of the property and its fallback")
    func wrapper() {
        let scan = scan(
            """
            struct V {
                @RemoteConfigProperty(key: "a", fallback: false) var a: Bool
                @RemoteConfigProperty(key: "b", fallback: Banner()) var b: Banner
            }
            """)
        #expect(keys(scan) == ["a bool false", "b json"])
    }

    @Test("A static property of RemoteConfig.Key is a key with the type of its use")
    func staticKeys() {
        let scan = scan(
            """
            extension RemoteConfig.Key {
                static let a: Self = "key_a"
                static let b = RemoteConfig.Key(rawValue: "key_b")
            }
            config.setDefaults([.b: 3])
            let a = config.configValue(for: .a).boolValue
            """)
        #expect(keys(scan) == ["key_a bool", "key_b int 3"])
        #expect(scan.places["key_a"]?.description == "App.swift:2:16")
    }

    @Test("A function that the project file names reads keys, and is not to be explained itself")
    func readers() {
        let source = """
            func isOn(_ name: String) -> Bool { config.configValue(forKey: name).boolValue }
            func text(for name: String, or other: String = "") -> String { "" }
            let a = isOn("a")
            let b = Flags.shared.text(for: "b")
            let c = other.isOn(named: "c")
            """
        let plain = scan(source)
        #expect(keys(plain) == [])
        #expect(
            plain.problems.map(\.description) == [
                "App.swift:1:64: a key is read here, but its name is not a string literal; if the name is an argument "
                    + "of isOn(_:), add that to `code: {readers: …}` in the project file"
            ])
        let named = scan(source, readers: ["isOn(_:):bool", "text(for:or:):string"])
        #expect(keys(named) == ["a bool", "b string"])
        #expect(named.problems == [])
    }

    @Test("The cases of an enum that is named are keys, with its defaults")
    func enums() {
        let source = """
            enum Feature: String {
                case newPlayer = "new_player"
                case fastSync
                var defaultValue: Bool {
                    switch self {
                    case .newPlayer: true
                    default: false
                    }
                }
                var isOn: Bool { config.configValue(forKey: rawValue).boolValue }
            }
            """
        #expect(keys(scan(source)) == [])
        #expect(
            scan(source).problems.map(\.message) == [
                "a key is read here, but its name is not a string literal; if it is a case of Feature, pass --enum "
                    + "Feature:TYPE"
            ])
        let named = scan(source, enums: ["Feature:bool"])
        #expect(keys(named) == ["new_player bool true", "fastSync bool false"])
        #expect(named.problems == [])
        #expect(scan(source, enums: ["Featur:bool"]).unknownEnums == ["Featur"])
    }

    @Test("A key that is read as two types is reported, and one without a type is taken to be a text")
    func types() {
        let scan = scan(
            """
            let a = config.configValue(forKey: "a").boolValue
            let b = config.configValue(forKey: "a").stringValue
            let c = config.configValue(forKey: "c")
            config.setDefaults(fromPlist: "Defaults")
            """)
        #expect(keys(scan) == ["a bool", "c string"])
        #expect(
            scan.problems.map(\.description) == [
                "App.swift:2:36: key \"a\" is read as string here, and as bool at App.swift:1:36; bool is used",
                "App.swift:3:36: the type of key \"c\" could not be read; string is used",
                "App.swift:4:31: the file of defaults Defaults was not found beside the sources",
            ])
        #expect(scan.hasEveryKey)
    }

    @Test("A declared key is not a second one where its name stands")
    func declared() {
        let scan = scan(
            """
            extension Keys { static let a = Key("a", default: 3) }
            let a = config.configValue(forKey: "a").numberValue
            """)
        #expect(keys(scan) == ["a int 3"])
    }

    @Test("A key is used by whatever reads it, not by its declaration, its default or the list of all")
    func unused() {
        let files = [
            SourceFile(
                path: "Keys.swift",
                text: """
                    extension Keys {
                        static let a = Key("a", default: 3)
                        static let b = Key("b", default: 3)
                        static let c = Key("c", default: 3)
                        static let all: [any RemoteKey] = [a, b, c]
                    }
                    enum Other { case b }
                    config.setDefaults(["d": 3, "e": 4])
                    """),
            SourceFile(path: "App.swift", text: "use(service[.b]); struct V { @Remote(.c) var c }; f(\"d\")"),
        ]
        let names = ["a", "b", "c", "d", "e"]
        #expect(SourceReferences(files, of: names).unused(among: names) == ["a", "e"])
    }
}
