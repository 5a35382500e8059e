import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Publishing loses no one's work", .fewAtATime)
struct TemplateSafetyTests {
    private let workplace: Workplace
    private let emulator: RunningProgram
    private let url: String

    init() async throws {
        workplace = try Workplace()
        try workplace.folder.write(
            #"{"parameters": {"color": {"defaultValue": {"value": "grey"}}, "size": {"defaultValue": {"value": "1"}}}}"#,
            to: "t.json")
        (emulator, url) = try await Self.emulator(workplace, "--template", "t.json")
    }

    private static func emulator(
        _ workplace: Workplace, _ arguments: String...
    ) async throws -> (running: RunningProgram, url: String) {
        let emulator = try workplace.start(Workplace.program, ["emulator", "--port", "0"] + arguments)
        try await emulator.waitForOutput("source: ")
        let words = try #require(emulator.output.split(separator: "\n").first).split(separator: " ")
        return (emulator, String(words[2]))
    }

    private func template(_ arguments: String...) async throws -> Finished {
        try await workplace.run(
            Workplace.program, ["template"] + arguments,
            with: ["FIREBASE_REMOTE_CONFIG_URL": url, "GOOGLE_CLOUD_PROJECT": "demo-project"])
    }

    /// A file as `firebase remoteconfig:get -o` writes it: without a version.
    private func writeWithoutVersion(_ text: String = "mine") throws {
        try workplace.folder.write(
            """
            {"parameters": {"color": {"defaultValue": {"value": "grey"}}, "size": {"defaultValue": {"value": "1"}},
             "\(text)": {"defaultValue": {"value": "x"}}}}
            """, to: "mine.json")
    }

    @Test("a file without the version that it was made from is not published with only --yes")
    func unknownBase() async throws {
        try writeWithoutVersion()
        let refused = try await template("publish", "mine.json", "--yes")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("mine.json does not say which version of the template it is based on"),
            "\(refused)")
        #expect(refused.errors.contains("--etag") && refused.errors.contains("--force"))
        #expect(try await !template("get").output.contains("mine"))

        let forced = try await template("publish", "mine.json", "--yes", "--force")
        #expect(forced.output.hasSuffix("published version 2\n"), "\(forced)")
        try writeWithoutVersion("other")
        let named = try await template("publish", "mine.json", "--yes", "--etag", "etag-123456789012-2")
        #expect(named.output.hasSuffix("published version 3\n"), "\(named)")
    }

    @Test("a file without a version is warned of before the question")
    func unknownBaseAsked() async throws {
        try writeWithoutVersion()
        let asked = try await template("publish", "mine.json")
        #expect(asked.errors.contains("warning: mine.json does not say which version"), "\(asked)")
        #expect(asked.errors.contains("this is not a terminal"))
    }

    @Test("the tag that an Admin SDK saved in the file says which version it was made from, and is not sent")
    func savedTag() async throws {
        func write(_ etag: String) throws {
            try workplace.folder.write(
                #"{"etag": "\#(etag)", "parameters": {"color": {"defaultValue": {"value": "red"}}}}"#,
                to: "saved.json")
        }
        try write("etag-123456789012-1")
        let published = try await template("publish", "saved.json", "--yes")
        #expect(published.output.hasSuffix("published version 2\n"), "\(published)")
        try workplace.folder.write(
            #"{"etag": "etag-123456789012-1", "parameters": {"color": {"defaultValue": {"value": "blue"}}}}"#,
            to: "saved.json")
        let stale = try await template("publish", "saved.json", "--yes")
        #expect(stale.status == 1 && stale.errors.contains("is published now"), "\(stale)")
    }

    @Test("a file without a difference publishes nothing, also if its version is an older one")
    func noDifference() async throws {
        _ = try await template("get", "-o", "mine.json")
        let first = try await template("publish", "mine.json", "--yes")
        #expect(first.status == 0 && first.output == "nothing to publish\n", "\(first)")
        let changed = try workplace.folder.text(of: "mine.json").replacing("grey", with: "red")
        try workplace.folder.write(changed, to: "mine.json")
        #expect(try await template("publish", "mine.json", "--yes").output.hasSuffix("published version 2\n"))
        let again = try await template("publish", "mine.json", "--yes", "--json")
        #expect(again.status == 0, "\(again)")
        #expect(try again.json().object?["version"] == 2)
        #expect(try again.json().object?["changes"] == [])
        #expect(try await template("versions", "--json").json().object?["versions"]?.array?.count == 2)
    }

    @Test("a file without parameters does not remove all of them with only --yes")
    func empty() async throws {
        try workplace.folder.write(
            #"{"parameters": {}, "version": {"versionNumber": "1"}}"#, to: "empty.json")
        let refused = try await template("publish", "empty.json", "--yes")
        #expect(refused.status == 1 && refused.errors.contains("removes 2 parameters"), "\(refused)")
        #expect(try await template("publish", "empty.json", "--yes", "--force").status == 0)
    }

    @Test("a misspelled member is refused before anything is sent, and validated with the nearest name")
    func misspelt() async throws {
        try workplace.folder.write(
            #"{"parameters": {"color": {"defaultvalue": {"value": "red"}}}, "version": {"versionNumber": "1"}}"#,
            to: "typo.json")
        for command in [["validate", "typo.json"], ["publish", "typo.json", "--yes"]] {
            let run = try await workplace.run(
                Workplace.program, ["template"] + command,
                with: ["FIREBASE_REMOTE_CONFIG_URL": url, "GOOGLE_CLOUD_PROJECT": "demo-project"])
            #expect(run.status == 1)
            #expect(run.errors.contains("typo.json:1:27: parameters.color.defaultvalue"), "\(run)")
            #expect(run.errors.contains("did you mean \"defaultValue\"?"))
        }
        #expect(try await template("get").output.contains("grey"))
    }

    @Test("the numbers of versions continue growing when the emulator is started again")
    func restart() async throws {
        try writeWithoutVersion()
        #expect(
            try await template("publish", "mine.json", "--yes", "--force").output.hasSuffix("version 2\n"))
        emulator.send(SIGKILL)
        _ = try await emulator.finished()
        let (later, url) = try await Self.emulator(workplace, "--template", "t.json")
        defer { later.send(SIGTERM) }
        let run = try await workplace.run(
            Workplace.program, ["template", "get"],
            with: ["FIREBASE_REMOTE_CONFIG_URL": url, "GOOGLE_CLOUD_PROJECT": "demo-project"])
        #expect(run.output.contains(#""versionNumber": "3""#), "\(run)")
    }

    @Test("an emulator starts without a template, which is then published")
    func noTemplate() async throws {
        let (empty, url) = try await Self.emulator(workplace, "--project", "new-shop")
        defer { empty.send(SIGTERM) }
        try writeWithoutVersion()
        let run = try await workplace.run(
            Workplace.program, ["template", "publish", "mine.json", "--yes"],
            with: ["FIREBASE_REMOTE_CONFIG_URL": url, "GOOGLE_CLOUD_PROJECT": "new-shop"])
        #expect(run.output.hasSuffix("published version 1\n"), "\(run)")
    }
}
