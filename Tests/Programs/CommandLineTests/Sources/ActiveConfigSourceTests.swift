import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("A source of ActiveConfig", .fewAtATime)
struct ActiveConfigSourceTests {
    private static let anna = """
        {"meta": {"format_version_string": "1.0", "ab_group": "blue"},
         "config_sections": {"Shop": {"settings": {"Title": {"value": "Sale"}, "Size": {"value": "big"}}}}}
        """

    /// A workplace with an emulator that serves a folder of users, and a project whose source it is.
    private func served(as user: String) async throws -> (workplace: Workplace, emulator: RunningProgram) {
        let workplace = try Workplace()
        try workplace.folder.write(Self.anna, to: "users/anna.json")
        let emulator = try workplace.start("emulator", "--active-config", "users", "--port", "0", "--json")
        try await emulator.waitForOutput("\n")
        let line = try #require(emulator.output.split(separator: "\n").first)
        let url = try #require(try JSONValue(parsing: String(line)).object?["url"]?.string)
        try workplace.folder.write(
            """
            source: {kind: active-config, url: "\(url)/active_config?userID={user}", user: \(user)}
            refresh: off
            keys:
              - {name: Shop.Title, group: Shop, type: string}
              - {name: Shop.Size, group: Shop, type: int, default: 4}
              - {name: SampleViewConfiguration.ButtonEnabled, type: bool, default: false}

            """, to: "experiments.yaml")
        return (workplace, emulator)
    }

    @Test("a user's file is their configuration, with what is missing and incorrect in it")
    func file() async throws {
        let (workplace, emulator) = try await served(as: "anna")
        let list = try await workplace.run("list")
        #expect(list.status == 0)
        #expect(
            list.lines.contains { $0.hasPrefix("Shop.Title ") && $0.contains("ok         Sale") }, "\(list)")
        #expect(list.lines.contains { $0.hasPrefix("Shop.Size ") && $0.contains("incorrect  4") }, "\(list)")
        #expect(
            list.lines.contains {
                $0.hasPrefix("SampleViewConfiguration.ButtonEnabled ") && $0.contains("missing")
            },
            "\(list)")
        try await emulator.waitForOutput("active_config")
    }

    @Test("every command that fetches reports misspelled members of a document with their place")
    func misspelt() async throws {
        let (workplace, emulator) = try await served(as: "anna")
        try workplace.folder.write(
            Self.anna.replacingOccurrences(of: #"{"value": "Sale"}"#, with: #"{"vlaue": "Sale"}"#),
            to: "users/anna.json")
        let reason = "config_sections.Shop.settings.Title.vlaue: unknown field (did you mean \"value\"?)"
        let list = try await workplace.run("list")
        #expect(list.lines.contains { $0.hasPrefix("Shop.Title ") && $0.contains(reason) }, "\(list)")
        #expect(list.errors.contains("note: \(reason)"), "\(list)")
        let check = try await workplace.run("check")
        #expect(check.status == 2 && check.output.contains(reason), "\(check)")
        let document = try await workplace.run("get", "Shop.Title", "--json").json()
        #expect(
            document.object?["key"]?.object?["sourceProblem"]?.string?.hasPrefix(reason) == true,
            "\(document)")
        #expect(try await workplace.run("get", "Shop.Title").errors.contains(reason))
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("note: \(reason)")
        try await emulator.waitForOutput("active_config")
    }

    @Test("an answer without a configuration is a failure of every command", arguments: ["", "null"])
    func withoutConfiguration(content: String) async throws {
        let (workplace, emulator) = try await served(as: "anna")
        try workplace.folder.write(content, to: "users/anna.json")
        for command in [["list"], ["check"], ["get", "Shop.Size"]] {
            let failed = try await workplace.start(command).finished()
            #expect(failed.status == 1 && failed.output.isEmpty, "\(failed)")
            #expect(
                failed.errors.contains(/the response of 127\.0\.0\.1:\d+ has no configuration/), "\(failed)")
        }
        try await emulator.waitForOutput("active_config")
    }

    @Test("a user without a file gets the sample for their number")
    func sample() async throws {
        let (workplace, emulator) = try await served(as: "3")
        #expect(try await workplace.run("get", "SampleViewConfiguration.ButtonEnabled").output == "true\n")
        let text = try workplace.folder.text(of: "experiments.yaml")
        try workplace.folder.write(
            text.replacingOccurrences(of: "user: 3", with: "user: 4"), to: "experiments.yaml")
        #expect(try await workplace.run("get", "SampleViewConfiguration.ButtonEnabled").output == "false\n")
        try await emulator.waitForOutput("sample for user 4")
    }

    @Test("--as asks for another user, once")
    func otherUser() async throws {
        let (workplace, emulator) = try await served(as: "3")
        let key = "SampleViewConfiguration.ButtonEnabled"
        #expect(try await workplace.run("get", key, "--as", "user=4").output == "false\n")
        try await emulator.waitForOutput("sample for user 4")
        #expect(!emulator.output.contains("sample for user 3"))
        let unknown = try await workplace.run("get", key, "--as", "usr=4")
        #expect(unknown.status == 1 && unknown.errors.contains("Did you mean user?"), "\(unknown)")
    }

    @Test("undeclared settings have the section as their group")
    func groups() async throws {
        let (workplace, emulator) = try await served(as: "3")
        let rows = try await workplace.run("list", "--json").json().object?["keys"]?.array ?? []
        let label = rows.compactMap(\.object).first { $0["name"] == "SampleViewConfiguration.LabelText" }
        #expect(label?["status"] == "undeclared")
        #expect(label?["group"] == "SampleViewConfiguration")
        try await emulator.waitForOutput("sample for user 3")
    }
}
