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
        let words = ["-c", script, "sh", folder.path, BuiltProducts.path("experiments-code"), "retire"] + arguments
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
        #expect(output.contains("error: the change is not the expected one, and nothing was written"), "\(output)")
        #expect(try folder.text(of: "Sources/Cart.swift").contains("older"))
        #expect(try await run("new_flow", "--value", "true", "--write", "--expect", self.digest()).status == 0)
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
        #expect(try await run("new_flow", "--value", "true", "--expect", "x").output.contains("--expect requires"))
    }

    @Test("changes nothing if a file cannot be read, and names it")
    func unreadable() async throws {
        try folder.write(Data([0xff, 0xfe, 0x00]), to: "Sources/Broken.swift")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 1 && output.contains("Sources/Broken.swift: is not UTF-8 text"), "\(output)")
        #expect(try folder.text(of: "Sources/Cart.swift") == Self.cart)
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
            "func add(_ service: RemoteConfigService) { print(service[.offset].magnitude) }\n", to: "Sources/Add.swift")
        let (status, output) = try await run("offset", "--value", "-3")
        #expect(
            status == 0 && output.contains("+func add(_ service: RemoteConfigService) { print((-3).magnitude) }"),
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
        try folder.write("<plist><dict>\n<key>new_flow</key><true/>\n</dict></plist>\n", to: "Sources/Defaults.plist")
        let (status, output) = try await run("new_flow", "--value", "true", "--write")
        #expect(status == 2)
        #expect(output.contains("Sources/Cart.swift:4:20: the key itself is used here"), "\(output)")
        #expect(output.contains("Sources/Defaults.plist:2:1: the key has a default in this property list"), "\(output)")
    }
}
