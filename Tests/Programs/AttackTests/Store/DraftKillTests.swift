import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite(
    "Attack: killing what edits and publishes drafts", .fewAtATime,
    .enabled(if: Campaign.isPossible, "\(Campaign.absence)"))
struct DraftKillTests {
    @Test(
        "an edit, a step back or a publication that is killed at any moment did all or nothing",
        .promise("An edit or a publication of a draft is made or not", "commands killed at a random moment"))
    func killed() async throws {
        let whole = try await DraftUnderAttack().timeOfEdit()
        await Campaign("drafts: killed commands").run(2, inCampaign: 34) { random in
            var attacked = try DraftUnderAttack()
            for turn in 1...14 {
                try await attacked.change(turn, killedWithin: whole, &random)
                Promise.count()
            }
        }
    }
}

/// A template with a draft, which commands edit and publish and are killed while they do.
private struct DraftUnderAttack {
    private struct Content: Equatable {
        /// The values of the key in the edits of the draft, the latest last.
        var edits: [String]
        var published: String
    }

    private static let draft = ".experiments/drafts/firebase-template.json"
    private let workplace: Workplace
    private var story: [String] = []

    init() throws {
        workplace = try Workplace()
        try workplace.folder.write(
            #"{"parameters": {"limit": {"defaultValue": {"value": "0"}, "valueType": "NUMBER"}}}"#,
            to: "t.json")
        try workplace.folder.write(
            "source: {kind: firebase-template, path: t.json}\nkeys: [{name: limit, type: int}]\n",
            to: "experiments.yaml")
    }

    /// How long an edit takes here that nobody disturbs.
    func timeOfEdit() async throws -> Duration {
        try await ContinuousClock().measure { _ = try await workplace.run("template", "set", "limit", "1") }
    }

    /// Starts a command, kills it within `time`, and looks at what it did.
    mutating func change(_ turn: Int, killedWithin time: Duration, _ random: inout SeededGenerator)
        async throws
    {
        let before = try read()
        let command: [String]
        // What may be there afterwards, the whole change last.
        var outcomes = [before]
        switch random.below(4) {
        case 0 where !before.edits.isEmpty:
            command = ["draft", "undo"]
            outcomes.append(Content(edits: before.edits.dropLast(), published: before.published))
        case 1 where !before.edits.isEmpty:
            command = ["publish", "--yes"]
            let published = before.edits.last ?? ""
            outcomes.append(Content(edits: before.edits, published: published))
            outcomes.append(Content(edits: [], published: published))
        default:
            command = ["set", "limit", "\(turn)"]
            outcomes.append(Content(edits: before.edits + ["\(turn)"], published: before.published))
        }
        let delay = time * (Double(random.below(1_000)) / 900)
        let running = try workplace.start(Workplace.program, ["template"] + command)
        let finished = try await running.killed(after: delay)
        story.append("\(command.joined(separator: " ")), killed after \(delay): status \(finished.status)")
        let after = try read()
        guard finished.status == 0 ? after == outcomes.last : outcomes.contains(after) else {
            throw broken("\(before) became \(after)\n\(finished)")
        }
        // A draft of what is published already has nothing left to say.
        guard command[0] == "publish", after == outcomes[1] else { return }
        let discarded = try await workplace.run("template", "draft", "discard", "--yes")
        guard discarded.status == 0 else { throw broken("\(discarded)") }
    }

    private func read() throws -> Content {
        let template = try JSONValue(parsing: try workplace.folder.text(of: "t.json"))
        let parameter = template.object?["parameters"]?.object?["limit"]?.object
        guard let published = parameter?["defaultValue"]?.object?["value"]?.string else {
            throw broken("the template has lost its value")
        }
        guard FileManager.default.fileExists(atPath: workplace.folder.path(Self.draft)) else {
            return Content(edits: [], published: published)
        }
        let draft = try JSONValue(parsing: try workplace.folder.text(of: Self.draft))
        let edits = draft.object?["edits"]?.array?.map { $0.object?["value"]?.object?["value"]?.string ?? "" }
        guard let edits else { throw broken("the draft has lost its edits") }
        return Content(edits: edits, published: published)
    }

    private func broken(_ what: String) -> Broken {
        Broken("\(what)\n" + story.joined(separator: "\n"))
    }
}
