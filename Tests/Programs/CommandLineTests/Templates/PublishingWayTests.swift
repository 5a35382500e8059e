import ExperimentsCore
import Foundation
import TestSupport
import Testing
import ThrowawayKeys

/// A command that publishes a template.
enum PublishingCommand: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case draft = "template publish"
    case file = "template publish FILE"
    case rollback = "template rollback"
    case update = "firebase set-update"

    var testDescription: String { rawValue }

    /// The arguments that make it publish something else than is published.
    var arguments: [String] {
        let service = ["--project", "demo-project", "--service-account", "key.json"]
        return switch self {
        case .draft: ["template", "publish"]
        case .file: ["template", "publish", "mine.json"] + service
        case .rollback: ["template", "rollback"] + service
        case .update:
            ["firebase", "set-update", "recommended", "1.2.3", "https://example.com/app", "key.json"]
                + ["--platform", "ios"]
        }
    }
}

@Suite("Every command that publishes a template", .fewAtATime)
struct PublishingWayTests {
    private static func template(_ color: String) -> String {
        #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}}"#
    }

    /// A service with two versions, and a project with a draft of the second.
    private func stage(environment: String = "staging") async throws -> (FakeGoogle, Workplace) {
        let google = try await FakeGoogle.start(Self.template("red"))
        let workplace = try Workplace()
        try workplace.folder.write(google.key.json, to: "key.json")
        try workplace.folder.write(
            """
            source:
              kind: firebase-template
              project: demo-project
              service_account: key.json
              base_url: \(google.url)
              environment: \(environment)
            keys: [{name: color, type: string}]

            """, to: "experiments.yaml")
        try workplace.folder.write(
            #"{"parameters": {"color": {"defaultValue": {"value": "grey"}}}, "version": {"versionNumber": "41"}}"#,
            to: "first.json")
        let first = try await run(
            google, workplace,
            ["template", "publish", "first.json", "--project", "demo-project"]
                + ["--service-account", "key.json", "--yes"])
        #expect(first.output.hasSuffix("published version 42\n"), "\(first)")
        try workplace.folder.write(
            #"{"parameters": {"color": {"defaultValue": {"value": "blue"}}}, "version": {"versionNumber": "42"}}"#,
            to: "mine.json")
        let draft = try await run(google, workplace, ["template", "set", "color", "green"])
        #expect(draft.status == 0, "\(draft)")
        return (google, workplace)
    }

    private func run(_ google: FakeGoogle, _ workplace: Workplace, _ arguments: [String]) async throws
        -> Finished
    {
        try await workplace.run(
            Workplace.program, arguments, with: ["FIREBASE_REMOTE_CONFIG_URL_BASE": google.url])
    }

    @Test("finds out that it has published, if the answer is lost", arguments: PublishingCommand.allCases)
    func lostAnswer(_ command: PublishingCommand) async throws {
        let (google, workplace) = try await stage()
        google.loseAnswer()
        let done = try await run(google, workplace, command.arguments + ["--yes", "--json"])
        #expect(done.status == 0, "\(done)")
        let document = try #require(try done.json().object)
        #expect(document["foundLater"]?.string?.contains("502") == true)
        #expect(document["version"] == (command == .update ? "43" : 43))
        #expect(google.version == 43)
    }

    @Test("exits with 3 if nobody can say whether it has published", arguments: PublishingCommand.allCases)
    func unknown(_ command: PublishingCommand) async throws {
        let (google, workplace) = try await stage()
        google.loseAnswer(isAwayAfter: true)
        let done = try await run(google, workplace, command.arguments + ["--yes", "--json"])
        #expect(done.status == 3, "\(done)")
        #expect(try done.json().object?["error"]?.object?["outcome"] == "unknown", "\(done)")
    }

    @Test("publishes nothing in production without the name or --yes", arguments: PublishingCommand.allCases)
    func production(_ command: PublishingCommand) async throws {
        let (google, workplace) = try await stage(environment: "production")
        let done = try await run(google, workplace, command.arguments)
        #expect(done.status == 1, "\(done)")
        #expect(
            done.errors.contains("publishing needs confirmation") && done.errors.contains("--yes"), "\(done)")
        #expect(google.version == 42)
    }

    @Test(
        "lets the service check the changes first",
        arguments: PublishingCommand.allCases.filter { $0 != .rollback })
    func rehearsal(_ command: PublishingCommand) async throws {
        let (google, workplace) = try await stage()
        let before = google.calls.count
        #expect(try await run(google, workplace, command.arguments + ["--yes"]).status == 0)
        let puts = google.calls.dropFirst(before).map(\.line).filter { $0.hasPrefix("PUT") }
        #expect(puts.map { $0.contains("validateOnly") } == [true, false])
    }
}
