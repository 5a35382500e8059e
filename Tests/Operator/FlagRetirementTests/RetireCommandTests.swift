import Foundation
import TestSupport
import Testing

@Suite("experiments-code retire", .inTurn, .serialized)
struct RetireCommandTests {
    private static let cart = """
        func show(_ service: RemoteConfigService) {
            if service[.newFlow] {
                print("new")
            } else {
                print("old")
            }
        }

        """
    private static let keys = """
        extension Keys {
            static let newFlow = Key("new_flow", default: false)
            static let other = Key("other", default: 1)
        }

        """
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.cart, to: "Sources/Cart.swift")
        try folder.write(Self.keys, to: "Sources/Keys.swift")
        try folder.write(
            "source: {kind: file, path: v.json}\nkeys:\n  - name: new_flow\n    type: bool\n  - name: other\n    type: int\n",
            to: "experiments.yaml")
    }

    private func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
        let script = "cd \"$1\"; shift; exec \"$@\" 2>&1"
        let words =
            ["-c", script, "sh", folder.path, BuiltProducts.path("experiments-code"), "retire"] + arguments
        let program = try ChildProgram("/bin/sh", words)
        let status = try await program.end()
        return (status, program.output)
    }

    /// The digest of the change, as --json prints it.
    private func digest() async throws -> String {
        let (_, output) = try await run("new_flow", "--value", "true", "--json")
        let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return try #require(document?["digest"] as? String, "\(output)")
    }

    @Test("prints a diff of the code and the project file, and changes nothing")
    func dryRun() async throws {
        let (status, output) = try await run("new_flow", "--value", "true")
        #expect(status == 0)
        for words in [
            "--- a/Sources/Cart.swift\n+++ b/Sources/Cart.swift\n", "-    if service[.newFlow] {\n",
            "+    print(\"new\")\n", "-    static let newFlow", "-  - name: new_flow\n",
            "3 files would change; --write writes the change\n",
        ] {
            #expect(output.contains(words), "\(output)")
        }
        #expect(try folder.text(of: "Sources/Cart.swift") == Self.cart)
    }

    @Test("--write makes the change that git would make of the diff")
    func write() async throws {
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 0 && output.hasSuffix("changed 3 files\n"), "\(output)")
        #expect(
            try folder.text(of: "Sources/Cart.swift")
                == "func show(_ service: RemoteConfigService) {\n    print(\"new\")\n}\n")
        #expect(try !folder.text(of: "Sources/Keys.swift").contains("newFlow"))
        #expect(try !folder.text(of: "experiments.yaml").contains("new_flow"))
        let (again, said) = try await run("new_flow", "--value", "true")
        #expect(again == 1 && said.contains("no key \"new_flow\" found in 2 Swift files"), "\(said)")
    }

    @Test("exits with 2 if a place is left, and keeps the key")
    func left() async throws {
        try folder.write("func all() { print(Keys.newFlow) }\n", to: "Sources/All.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 2)
        #expect(output.contains("Sources/All.swift:1:"), "\(output)")
        #expect(output.hasSuffix("changed 1 file; 1 place is left\n"), "\(output)")
        #expect(try folder.text(of: "Sources/Keys.swift") == Self.keys)
        #expect(try folder.text(of: "experiments.yaml").contains("new_flow"))
    }

    @Test("--expect writes only the change with this digest")
    func expected() async throws {
        let digest = try await digest()
        try folder.write(Self.cart.replacing("old", with: "older"), to: "Sources/Cart.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write", "--expect", digest)
        #expect(status == 1)
        #expect(
            output.contains("error: the change is not the expected one, and nothing was written"), "\(output)"
        )
        #expect(try folder.text(of: "Sources/Cart.swift").contains("older"))
        #expect(
            try await run("new_flow", "--value", "true", "--write", "--expect", self.digest()).status == 0)
        #expect(try !folder.text(of: "Sources/Cart.swift").contains("older"))
    }

    @Test("says which key is meant, and which values there are")
    func mistakes() async throws {
        let (status, output) = try await run("new_flwo", "--value", "true")
        #expect(status == 1 && output.contains("did you mean new_flow?"), "\(output)")
        let (second, said) = try await run("new_flow", "--value", "perhaps")
        #expect(second == 1)
        #expect(said.contains("invalid --value \"perhaps\" for new_flow: expected true or false"), "\(said)")
        try folder.write(
            "source: {kind: file, path: v.json}\nkeys:\n  - {name: other, type: int, range: {max: 3}}\n",
            to: "experiments.yaml")
        let (third, range) = try await run("other", "--value", "9")
        #expect(third == 1 && range.contains("invalid --value \"9\" for other: expected"), "\(range)")
        #expect(
            try await run("new_flow", "--value", "true", "--expect", "x").output.contains("--expect requires")
        )
    }

    @Test(
        "leaves files that are not UTF-8, and keeps the key that they may use",
        arguments: [
            (
                Data("// caf\u{e9} ".unicodeScalars.map { UInt8($0.value) })
                    + Data("\nlet a = Keys.newFlow\n".utf8),
                "2:14"
            ),
            (Data([0xff, 0xfe, 0x61, 0x00]), "1:1"),
        ])
    func unreadable(_ bytes: Data, _ place: String) async throws {
        try folder.write(bytes, to: "Sources/Latin.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 2)
        #expect(output.contains("Sources/Latin.swift:\(place): the file is not UTF-8 text"), "\(output)")
        #expect(try Data(contentsOf: URL(filePath: folder.path("Sources/Latin.swift"))) == bytes)
        #expect(try folder.text(of: "Sources/Keys.swift") == Self.keys)
        #expect(try folder.text(of: "Sources/Cart.swift") != Self.cart)
    }

    @Test("takes the key out although a file without its name is not UTF-8")
    func foreign() async throws {
        try folder.write(Data([0x2f, 0x2f, 0xe9, 0x0a]), to: "Sources/Latin.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 0, "\(output)")
        #expect(try folder.text(of: "Sources/Keys.swift") != Self.keys)
    }

    @Test("keeps line ends of Windows and tabs on disk")
    func lineEnds() async throws {
        let text = Self.cart.replacing("    ", with: "\t").replacing("\n", with: "\r\n")
        try folder.write(text, to: "Sources/Cart.swift")
        #expect(try await run("new_flow", "--value", "true", "--write").status == 0)
        let expected = "func show(_ service: RemoteConfigService) {\r\n\tprint(\"new\")\r\n}\r\n"
        #expect(try Array(folder.text(of: "Sources/Cart.swift").utf8) == Array(expected.utf8))
    }

    @Test("removes a file that has nothing left")
    func emptied() async throws {
        try folder.write(
            "extension Keys {\n    static let newFlow = Key(\"new_flow\", default: false)\n}\n",
            to: "Sources/Keys.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 0, "\(output)")
        let isThere = FileManager.default.fileExists(atPath: folder.path("Sources/Keys.swift"))
        #expect(output.contains("+++ /dev/null") == !isThere, "\(output)")
    }

    @Test("--verify runs the command without and with the change, and refuses a change that makes it fail")
    func verify() async throws {
        let (status, output) = try await run(
            "new_flow", "--value", "true", "--write", "--verify", "grep -q old Sources/Cart.swift")
        #expect(status == 1)
        #expect(output.contains("fails with the change (status 1), so nothing was written"), "\(output)")
        #expect(try folder.text(of: "Sources/Cart.swift") == Self.cart)
        let (second, said) = try await run("new_flow", "--value", "true", "--write", "--verify", "false")
        #expect(second == 1 && said.contains("fails without the change, too"), "\(said)")
        let (third, text) = try await run(
            "new_flow", "--value", "true", "--write", "--verify", "grep -q new Sources/Cart.swift")
        #expect(third == 0, "\(text)")
        #expect(try !folder.text(of: "Sources/Cart.swift").contains("old"))
    }

    @Test("changes a file once that is also there as a link")
    func links() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("Watch"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("A.swift"), withDestinationPath: "Sources/Cart.swift")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Watch/Cart.swift"), withDestinationPath: "../Sources/Cart.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write", ".", "Sources")
        #expect(status == 0 && output.hasSuffix("changed 3 files\n"), "\(output)")
        #expect(try !folder.text(of: "Sources/Cart.swift").contains("old"))
        #expect(try folder.text(of: "Watch/Cart.swift") == folder.text(of: "Sources/Cart.swift"))
    }

    @Test("--verify does not write through a link that leads out of the copy")
    func linksOutside() async throws {
        let other = try TemporaryFolder()
        try other.write(Self.cart, to: "Cart.swift")
        try FileManager.default.removeItem(atPath: folder.path("Sources/Cart.swift"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Sources/Cart.swift"), withDestinationPath: other.path("Cart.swift"))
        let (status, output) = try await run("new_flow", "--value", "true", "--write", "--verify", "true")
        #expect(status == 1)
        #expect(output.contains("Sources/Cart.swift is a link to a file outside of the copy"), "\(output)")
        #expect(try other.text(of: "Cart.swift") == Self.cart)
    }

    @Test("reads the keys that the plugin GenerateKeys writes in each build")
    func plugin() async throws {
        try folder.write(
            "let package = Package(name: \"App\", targets: [.target(name: \"App\", plugins: [.plugin(name: \"GenerateKeys\", package: \"experiments\")])])\n",
            to: "Package.swift")
        try FileManager.default.removeItem(atPath: folder.path("Sources/Keys.swift"))
        try folder.write(
            "source: {kind: file, path: v.json}\nkeys:\n  - {name: new_flow, type: bool, default: false}\n  - {name: style, type: string, cases: [plain, full], default: plain}\n",
            to: "experiments.yaml")
        try folder.write(
            "func tell(_ service: RemoteConfigService) { print(service[.style] == .full, service[.style]) }\n",
            to: "Sources/Style.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 0, "\(output)")
        #expect(try folder.text(of: "Sources/Cart.swift").contains("    print(\"new\")\n}"), "\(output)")
        #expect(try !folder.text(of: "experiments.yaml").contains("new_flow"))
        #expect(!output.contains("RemoteKeys.swift"), "\(output)")
        // The type of its values goes with the next build, so a place that needs the type stays.
        let (second, said) = try await run("style", "--value", "full", "--write")
        #expect(second == 2, "\(said)")
        #expect(try folder.text(of: "experiments.yaml").contains("style"), "\(said)")
        #expect(try folder.text(of: "Sources/Style.swift").contains("print(true, "), "\(said)")
    }

    @Test("keeps the names that the last build gave the keys of the plugin")
    func builtNames() async throws {
        try folder.write(
            "let a = Package(name: \"App\", plugins: [.plugin(name: \"GenerateKeys\")])\n",
            to: "Package.swift")
        try FileManager.default.removeItem(atPath: folder.path("Sources/Keys.swift"))
        try folder.write(
            "extension Keys {\n    static let newFlow = Key(\"other\", default: 1)\n    static let flow = Key(\"new_flow\", default: false)\n}\n",
            to: ".build/plugins/outputs/app/App/destination/GenerateKeys/RemoteKeys.swift")
        try folder.write(
            "source: {kind: file, path: v.json}\nkeys:\n  - {name: new_flow, type: bool, default: false}\n",
            to: "experiments.yaml")
        let (status, output) = try await run("new_flow", "--value", "true")
        #expect(status == 0 && !output.contains("Cart.swift"), "\(output)")
        try folder.write(Self.cart.replacing(".newFlow", with: ".flow"), to: "Sources/Cart.swift")
        #expect(try await run("new_flow", "--value", "true").output.contains("+    print(\"new\")"))
    }

    @Test(
        "--typecheck compiles the modules that change, and leaves out one that does not compile before",
        .enabled(if: ProgramCompiler.path != nil, "there is no swiftc in PATH"), .fewAtATime)
    func typecheck() async throws {
        let service = """
            struct RemoteConfigService { subscript(key: Key) -> Bool { false } }
            class Keys {}
            final class Key: Keys { init(_ name: String, default: Bool) {} }

            """
        try folder.write(service, to: "Sources/App/Service.swift")
        try folder.write(
            Self.keys.replacing("Key(\"other\", default: 1)", with: "2"), to: "Sources/App/Keys.swift")
        try folder.write(
            "func cart(_ service: RemoteConfigService) {\n    if service[.newFlow] { print(1) }\n}\n",
            to: "Sources/App/Cart.swift")
        try folder.write(
            "import Nothing\nfunc show(_ service: RemoteConfigService) { print(service[.newFlow]) }\n",
            to: "Sources/Other/Other.swift")
        let (status, output) = try await run(
            "new_flow", "Sources/App", "Sources/Other", "--value", "true", "--write", "--typecheck")
        #expect(status == 0, "\(output)")
        #expect(
            output.contains("the type-check of module Other fails without the change, and is left out"),
            "\(output)")
        #expect(
            output.contains("running the type-check of module App on a copy, with the change"), "\(output)")
        #expect(try folder.text(of: "Sources/App/Cart.swift").contains("    print(1)"))
    }

    @Test(
        "--typecheck refuses a change of code that no longer compiles, and one of which nothing can be checked",
        .enabled(if: ProgramCompiler.path != nil, "there is no swiftc in PATH"), .fewAtATime)
    func typecheckFails() async throws {
        // Without its library, no module of the folder compiles.
        let (status, output) = try await run("new_flow", "--value", "true", "--write", "--typecheck")
        #expect(
            status == 1 && output.contains("no module can be type-checked without the change"), "\(output)")
        #expect(try folder.text(of: "Sources/Cart.swift") == Self.cart)
    }

    @Test("the command of the project file checks what --write writes, unless --no-verify is given")
    func projectCommand() async throws {
        let text = try folder.text(of: "experiments.yaml")
        try folder.write(text + "code: {verify: grep -q old Sources/Cart.swift}\n", to: "experiments.yaml")
        #expect(try await run("new_flow", "--value", "true").status == 0)
        #expect(try await run("new_flow", "--value", "true", "--write").status == 1)
        #expect(try await run("new_flow", "--value", "true", "--write", "--no-verify").status == 0)
    }

    @Test("takes a negative value, and says what the app uses instead of an invalid one")
    func values() async throws {
        try folder.write(
            Self.keys + "extension Keys { static let offset = Key(\"offset\", default: 1, in: -5...9) }\n",
            to: "Sources/Keys.swift")
        try folder.write(
            "func add(_ service: RemoteConfigService) { print(service[.offset].magnitude) }\n",
            to: "Sources/Add.swift")
        let (status, output) = try await run("offset", "--value", "-3")
        #expect(
            status == 0
                && output.contains("+func add(_ service: RemoteConfigService) { print((-3).magnitude) }"),
            "\(output)")
        let (second, said) = try await run("offset", "--value", "99")
        #expect(second == 1 && said.contains("the app uses its default, \"1\""), "\(said)")
    }

    @Test("the experiments of a key go with it")
    func experiments() async throws {
        try folder.write(
            """
            source: {kind: file, path: v.json}
            keys:
              - name: new_flow
                type: bool
            metrics:
              - {name: orders, event: order_completed}
            experiments:
              - name: Flow
                key: new_flow
                control: "false"
                metrics: [orders]

            """, to: "experiments.yaml")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 0, "\(output)")
        let text = try folder.text(of: "experiments.yaml")
        #expect(text.contains("experiments: []") && text.contains("keys: []"), "\(text)")
    }

    @Test("lists the places with their lines in the file as it is now, and defaults in property lists")
    func lines() async throws {
        try folder.write(Self.cart + "func all() { print(Keys.newFlow) }\n", to: "Sources/Cart.swift")
        try folder.write(
            "<plist><dict>\n<key>new_flow</key><true/>\n</dict></plist>\n", to: "Sources/Defaults.plist")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 2)
        #expect(output.contains("Sources/Cart.swift:4:20: the key itself is used here"), "\(output)")
        #expect(
            output.contains("Sources/Defaults.plist:2:1: the key has a default in this property list"),
            "\(output)")
    }
}
