import Foundation
import TestSupport
import Testing

/// The compiler, where there is one.
private let compiler = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

/// What must not compile, seen not to, with a message that says what to write.
@Suite("Code with mistakes", .inTurn, .enabled(if: compiler != nil, "there is no swiftc in PATH"))
struct WrongTypeTests {
    /// The lines with `// wrong: …` are those that the compiler refuses. What follows is a part of the message.
    private static let app = #"""
        import Experiments
        import ExperimentsMacros
        import ExperimentsTesting
        import Foundation
        import Testing

        enum Style: String, CaseIterable { case plain, guided }
        enum Size { case small }
        struct Page: Codable { var title = "Hello" }
        struct Plain { var title = "Hello" }
        enum Named: String, CaseIterable, RemoteKey {
            case first
            var valueType: any RemoteValue.Type { Sale.self }
        }
        @BoolRemoteValue enum Sale {}

        extension Keys {
            static let columns = Key("columns", default: 3, in: 1...6)
            static let isOn = Key("on", default: true)
            static let style = Key("style", default: Style.plain)
            static let link = Key("link", optional: .url)

            static let list = Key("list", default: ["a"])  // wrong: a list is read as JSON: write Key("name", json: …)
            static let table = Key("table", default: ["a": 1])  // wrong: a dictionary is read as JSON
            static let page = Key("page", default: Page())  // wrong: write Key("name", json: …) for a Codable type
            static let plain = Key("plain", json: Plain())  // wrong: requires that 'Plain' conform to 'Decodable'
            static let count = Key("count", default: UInt(3))  // wrong: Int for other whole numbers
            static let share = Key<Float>("share", default: 0.5)  // wrong: write Key<Double>
            static let promo = Key<String?>("promo", default: nil)  // wrong: optional: .string()) for an optional
            static let size = Key("size", default: Size.small)  // wrong: give an enum a raw type, such as String
            static let mixed = Key("mixed", default: 3, in: 0.5...0.9) as Key<Int>  // wrong: 'Int' and 'Double'
            static let half = Key("half", default: 3, in: 1..<6)  // wrong: write a range with its last number: 1...6
            static let text: Key<Bool> = Key("text", default: "true")  // wrong: 'Bool' and 'String'
            static let typed: Key<String?> = Key("typed", optional: String.self)  // wrong: optional: .string(), .int()
            static let some = Key("some", default: Style.plain, oneOf: [.plain])  // wrong: leave out oneOf
            static let empty = Key("empty")  // wrong: missing argument for parameter 'default'
            static var changing = Key("changing", default: 1)  // wrong: convert 'changing' to a 'let'
            let own = Key("own", default: 1)  // wrong: extensions must not contain stored properties

            @RemoteKeys
            enum Shop {
                static let giftCards = false
                @KeyDetails("gift_cards") static let vouchers = 3  // wrong: give one of them another with @KeyDetails
                @KeyDetails(in: 1...6) static let rows = 9  // wrong: The default 9 is outside the range 1...6
                @KeyDetails(in: "a"..."z") static let letter = "a"  // wrong: list the valid ones: oneOf:
            }

            @RemoteKeys
            enum Lists {
                static let names = ["a"]  // wrong: add @KeyDetails(isJSON: true)
                case first  // wrong: declare it with its default: static let first = …
            }

            @RemoteKeys struct Wrong {}  // wrong: @RemoteKeys should be applied to enum
            @KeyDetails(in: 1...6) static let alone = Key("alone", default: 3)  // wrong: arguments of Key(…)
        }

        @StringRemoteValue enum Untyped { case a }  // wrong: needs enum that conforms to String
        @BoolRemoteValue struct Switch {}  // wrong: @BoolRemoteValue should be applied to enum
        @JSONRemoteValue struct Banner { var title: String }  // wrong: an initial value for every stored property
        @IntRemoteValue(default: 30, in: 1...10) struct Rows {}  // wrong: The default 30 is outside the range 1...10

        struct Shelf {
            @Remote(.columns) var columns
            @Remote(.columns) var text: String  // wrong: the key's values have another type than the property
            @Remote("columns") var name: Int  // wrong: declare the key with its default
            @Remote(.columns) var three = 3  // wrong: the default is that of the key
            @Remote(.columns) let fixed: Int  // wrong: can only be applied to a 'var'
        }

        func read(_ service: RemoteConfigService) throws {
            let _: Int = service[.columns]
            let _: Style = service[.style]
            let _: Bool = service[.giftCards]
            let _: String = service[.columns]  // wrong: another type than is expected here
            let _: URL = service[.link]  // wrong: another type than is expected here
            let _: Int? = service.pendingValue(of: .style)  // wrong: another type than is expected here
            let _: Int = service[.giftCards]  // wrong: another type than is expected here
            let _: Int = service.remoteValue(for: Keys.columns)  // wrong: service[.columns]
            let _ = service[.unknown]  // wrong: has no member 'unknown'
            let _ = service["columns"]  // wrong: declare the key with its default
            let _ = service[Named.first]  // wrong: read a case of an enum of keys with remoteValue(for:)
            service[.columns] = 4  // wrong: override(_:with:)
            try service.override(.columns, with: 4)
            try service.override(.columns, with: "4")  // wrong: the value has another type than the key's values
            service.getValues(for: [.columns, .isOn])
            service.getValues(for: [Keys.columns, Keys.isOn])
            service.getValues(for: Named.allCases)
            service.getValues(for: [])
            try service.defaults(from: "Defaults")  // wrong: defaults(from: .bundle("RemoteConfigDefaults"))
            try service.defaults(from: ["columns": 4])  // wrong: give each key its default: Key("columns", default: 3)
            _ = LayeredRemoteConfigKeeper(LaunchValuesKeeper())  // wrong: '[any RemoteConfigKeeper]'
        }

        func tryColumns(_ service: RemoteConfigService) {
            service.override(.columns, with: 4)  // wrong: not marked with 'try'
        }

        func start(_ service: RemoteConfigService) async throws {
            await service.fetch()  // wrong: not marked with 'try'
            try await service.fetch(within: 2)  // wrong: expected argument type 'Duration'
        }

        func test() {
            withRemoteValues((.columns, 4), (.isOn, true)) { _ in }
            withRemoteValues([.columns: 4]) { _ in }
            withRemoteValues([.columns: 4, .isOn: true]) { _ in }  // wrong: withRemoteValues((.columns, 4), (.isOn, true))
            withRemoteValues([.columns: "4"]) { _ in }  // wrong: a value has another type than its key
            withRemoteValues((.columns, "4"), (.isOn, true)) { _ in }  // wrong: 'Key<Int>'
            withRemoteValues { $0[.columns] = 4 }  // wrong: pass the values before the closure
            let _: RemoteValuesTrait = .remoteValues((.columns, 4), (.isOn, true))
            let _: RemoteValuesTrait = .remoteValues { $0[.columns] = 4 }
            let _: RemoteValuesTrait = .remoteValues([.columns: 4, .isOn: true])  // wrong: for keys of several types, write
            _ = allVariants(of: .columns)  // wrong: name the values that the test is for
        }
        """#

    /// A file without the macros.
    private static let bare = """
        import Experiments

        @StringRemoteValue enum Greeting: String { case hello }  // wrong: unknown attribute 'StringRemoteValue'
        """

    @Test("does not compile, and each message says what to write", .timeLimit(.minutes(60)))
    func refused() async throws {
        let compiler = try #require(compiler)
        let folder = try TemporaryFolder()
        let files =
            [(try folder.write(Self.app, to: "App.swift"), Self.app)]
            + [(try folder.write(Self.bare, to: "Bare.swift"), Self.bare)]
        let products = BuiltProducts.folder
        let macrosProgram = "\(products)/ExperimentsMacrosPlugin-tool"
        let words =
            [
                compiler, "-typecheck", "-wmo", "-swift-version", "6", "-diagnostic-style=llvm",
                "-parse-as-library",
                "-module-cache-path", folder.path("modules"),
            ] + BuiltProducts.moduleArguments
            + ["-load-plugin-executable", "\(macrosProgram)#ExperimentsMacrosPlugin"]
        let command = (words + files.map(\.0)).map { "'\($0)'" }.joined(separator: " ") + " 2>&1"
        let check = try ChildProgram("/bin/sh", ["-c", command])
        #expect(try await check.end(within: .seconds(300)) == 1)
        for (path, source) in files {
            let messages = Self.messages(check.lines, on: path)
            let wrong = Self.mistakes(in: source)
            #expect(messages.keys.sorted() == wrong.map(\.line), "\(check.output)")
            for (line, part) in wrong {
                #expect(messages[line]?.contains(part) == true, "\(line): \(messages[line] ?? "")")
            }
        }
        let count = files.map { Self.mistakes(in: $0.1).count }.reduce(0, +)
        #expect(count >= 36)
    }

    /// The lines that the compiler should refuse, with a part of the message for each.
    private static func mistakes(in source: String) -> [(line: Int, part: String)] {
        source.components(separatedBy: "\n").enumerated().compactMap { index, line in
            let parts = line.components(separatedBy: "  // wrong: ")
            return parts.count == 2 ? (index + 1, parts[1]) : nil
        }
    }

    /// What the compiler says about each line with an error, notes included.
    private static func messages(_ output: [String], on path: String) -> [Int: String] {
        var messages: [Int: String] = [:]
        var refused: Set<Int> = []
        for text in output where text.hasPrefix(path + ":") {
            let parts = text.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
            guard let line = parts.first.flatMap({ Int($0) }), let message = parts.last else { continue }
            messages[line, default: ""] += message + "\n"
            if message.hasPrefix(" error: ") { refused.insert(line) }
        }
        return messages.filter { refused.contains($0.key) }
    }
}
