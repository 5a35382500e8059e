import ExperimentsFlagRetirement
import ExperimentsProject
import ExperimentsSourceScanning
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Taking a flag out of code", .inTurn)
struct RetirementTests {
    @Test("gives what a fixture has", arguments: RetirementFixture.all)
    func fixture(_ fixture: RetirementFixture) throws {
        let (sources, left) = try fixture.retired()
        #expect(sources["Fixture.swift"] == fixture.after)
        #expect(left == fixture.left.map { "Fixture.swift:" + $0 })
    }

    @Test(
        "EXPERIMENTS_RECORD=1 writes the fixtures again", .enabled(if: isRecording),
        arguments: RetirementFixture.files)
    func record(file: String) throws {
        let text = try RetirementFixture.fixtures(in: file).map { fixture in
            let (sources, left) = try fixture.retired()
            return fixture.text(
                after: sources["Fixture.swift"] ?? "",
                left: left.map { String($0.dropFirst("Fixture.swift:".count)) })
        }
        try text.joined().write(
            to: RetirementFixture.folder.appending(path: file + ".txt"), atomically: true, encoding: .utf8)
    }

    private static let isRecording = ProcessInfo.processInfo.environment["EXPERIMENTS_RECORD"] != nil

    private func retire(_ text: String, _ value: String = "true", readers: [String] = []) throws -> String {
        let sources = ["Fixture.swift": text, "Keys.swift": RetirementFixture.keys]
        return try RetirementFixture.retire("new_flow", value, from: sources, readers: readers).sources[
            "Fixture.swift"]
            ?? ""
    }

    private static let choice = """
        func show(_ service: RemoteConfigService) {
            if service[.newFlow] {
                let text = "new"
                print(text)
            } else {
                print("old")
            }
        }

        """

    @Test("keeps the line ends of Windows")
    func carriageReturns() throws {
        let text = try retire(Self.choice.replacing("\n", with: "\r\n"))
        let expected =
            "func show(_ service: RemoteConfigService) {\r\n    let text = \"new\"\r\n    print(text)\r\n}\r\n"
        // Byte by byte: a line end of Windows is one character.
        #expect(Array(text.utf8) == Array(expected.utf8))
    }

    @Test("keeps tabs, and a file without a line end")
    func tabs() throws {
        let text = try retire(String(Self.choice.replacing("    ", with: "\t").dropLast()))
        #expect(text == "func show(_ service: RemoteConfigService) {\n\tlet text = \"new\"\n\tprint(text)\n}")
    }

    @Test("leaves a file with mistakes, and says where the first is")
    func mistakes() throws {
        let text = "func show() {\n    if service[.newFlow] { print(\"new\" }\n}\n"
        let sources = [
            "Broken.swift": text, "Fixture.swift": Self.choice, "Keys.swift": RetirementFixture.keys,
        ]
        let (result, left) = try RetirementFixture.retire("new_flow", "true", from: sources)
        #expect(result["Broken.swift"] == text)
        #expect(result["Fixture.swift"] != Self.choice)
        // The key is still used there, so it stays.
        #expect(result["Keys.swift"] == RetirementFixture.keys)
        #expect(left.count == 1)
        #expect(left.first?.hasPrefix("Broken.swift:2:") == true, "\(left)")
    }

    @Test("refuses a value that the key cannot have")
    func invalidValue() throws {
        let keys = [SourceFile(path: "Keys.swift", text: RetirementFixture.keys)]
        func problem(_ key: String, _ value: String) -> String? {
            do throws(MessageError) {
                _ = try FlagRetirement(keys, FlagRetirement.Request(key: key, value: value))
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            problem("style", "fancy") == "invalid --value \"fancy\" for style: expected plain, guided, full")
        #expect(
            problem("new_flow", "perhaps")
                == "invalid --value \"perhaps\" for new_flow: expected true or false")
        #expect(problem("columns", "2.5") == "invalid --value \"2.5\" for columns: expected a whole number")
        #expect(problem("style", "full") == nil)
    }

    @Test("changes no file that is not about the key")
    func others() throws {
        let files = [
            SourceFile(path: "A.swift", text: "func a( ) { if  x  { y( ) } }"),
            SourceFile(path: "B.swift", text: "let text = service[.other] ? 1 : 2"),
        ]
        let retirement = try FlagRetirement(files, FlagRetirement.Request(key: "new_flow", value: "true"))
        #expect(retirement.changes.isEmpty && retirement.left.isEmpty)
        #expect(!retirement.isFound)
    }

    @Test(
        "understands a reader of the app with the type of its values, and says of one without what is missing"
    )
    func readers() throws {
        let text = "func show() {\n    if flags.on(\"new_flow\") { print(1) }\n}\n"
        #expect(try retire(text, readers: ["on(_:):bool"]) == "func show() {\n    print(1)\n}\n")
        #expect(try retire(text, readers: ["Flags.on(_:):bool"]) == "func show() {\n    print(1)\n}\n")
        #expect(try retire(text, readers: ["off(_:)"]) == text)
    }

    @Test("follows what a property decides through several types")
    func chain() throws {
        let text = """
            struct A {
                let service: RemoteConfigService
                private var isNew: Bool { service[.newFlow] }
                private var isBoth: Bool { isNew && isNewer() }
                private func isNewer() -> Bool { !(!isNew) }
                func show() { print(isBoth ? "new" : "old") }
            }

            """
        let expected = """
            struct A {
                let service: RemoteConfigService
                func show() { print("new") }
            }

            """
        #expect(try retire(text) == expected)
    }

    @Test("does the same again: nothing is left to do")
    func twice() throws {
        for fixture in RetirementFixture.all {
            let sources = try fixture.retired().sources
            let again = try RetirementFixture.retire(fixture.key, fixture.value, from: sources).sources
            #expect(again == sources, "\(fixture.testDescription)")
        }
    }
}
