import EtcdNodes
import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@Suite(
    "What a team shares, by commands", .fewAtATime,
    .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)),
    .timeLimit(.minutes(60)))
struct TeamCommandTests {
    /// The machine of somebody whose project is on a node.
    private func machine(_ node: EtcdNode) throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: variants, path: variants.json, context: {user_id: 99}}
            refresh: off
            overrides:
              file: overrides.json
              etcd: {endpoints: "http://\(node.endpoint)", prefix: shop/test}
            keys:
              - {name: paywall, type: string, default: a}
              - {name: rate, type: double, default: 1}

            """, to: "experiments.yaml")
        try workplace.folder.write(
            """
            {"flag_defs": [{"flag": "paywall", "base_value": "a"}, {"flag": "rate", "base_value": 1}],
             "variants": [
               {"id": "North", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
                "mods": [{"flag": "paywall", "value": "c"}]}]}
            """, to: "variants.json")
        return workplace
    }

    private func stage() async throws -> (node: EtcdNode, ann: Workplace, bob: Workplace) {
        let node = try EtcdNode()
        try await node.ready()
        return (node, try machine(node), try machine(node))
    }

    @Test("with nothing to undo, the advice lists the changes of the team")
    func nothingToUndo() async throws {
        let (node, ann, _) = try await stage()
        defer { withExtendedLifetime(node) {} }
        let undo = try await ann.run("override", "undo", "--team")
        #expect(undo.status == 1 && undo.errors.contains("`experiments override log --team`"), "\(undo)")
    }

    /// Runs a command that has to succeed.
    @discardableResult
    private func run(_ workplace: Workplace, _ arguments: String...) async throws -> String {
        let finished = try await workplace.run(Workplace.program, arguments)
        #expect(finished.status == 0, "\(arguments): \(finished)")
        return finished.output
    }

    @Test(
        "an override for the team can be listed, turned off and undone by others, and the log shows by whom")
    func overrides() async throws {
        let (node, ann, bob) = try await stage()
        try await run(ann, "override", "set", "paywall", "b", "--team", "--note", "as agreed")
        #expect(try await run(bob, "override", "list", "--team").contains("as agreed"))
        #expect(try await run(bob, "get", "paywall") == "b\n")
        try await run(bob, "override", "disable", "paywall", "--team")
        #expect(try await run(ann, "get", "paywall") == "a\n")
        try await run(ann, "override", "undo", "--team")
        #expect(try await run(bob, "get", "paywall") == "b\n")
        #expect(try await run(ann, "override", "log", "--team").contains("tester"))
        let team = try await run(ann, "team")
        #expect(team.contains("connected, 1 member") && team.contains("recent changes:"), "\(team)")
        let document = try JSONValue(parsing: try await run(ann, "team", "--json"))
        #expect(document.object?["state"] == "connected" && document.object?["steps"]?.array?.count == 3)
        node.kill()
        // What was known last stays in use, and a change is refused with the reason.
        #expect(try await run(bob, "get", "paywall") == "b\n")
        let refused = try await bob.run("override", "set", "paywall", "c", "--team")
        #expect(refused.status == 1 && refused.errors.contains("etcd"), "\(refused)")
        #expect(try await run(ann, "team").contains("alone"))
    }

    @Test("an override of the team that cannot be read is named where the others are listed")
    func unreadable() async throws {
        let (node, ann, _) = try await stage()
        try await run(ann, "override", "set", "paywall", "b", "--team")
        let key = Data("/experiments/v1/shop/test/overrides/team/rate".utf8).base64EncodedString()
        let body = #"{"key": "\#(key)", "value": "\#(Data("30".utf8).base64EncodedString())"}"#
        let url = try #require(URL(string: "http://\(node.endpoint)/v3/kv/put"))
        let answer = try await SystemTransport().send(TransportRequest(.post, url, body: Array(body.utf8)))
        #expect(answer.status == 200)
        let listed = try await ann.run("override", "list", "--team")
        #expect(listed.output.contains("paywall") && listed.status == 0, "\(listed)")
        #expect(listed.errors.contains(#"note: ignored: the override of "rate" cannot be read"#), "\(listed)")
    }

    @Test("the log names who changed the team's overrides, before it began and while it follows them")
    func log() async throws {
        let (node, ann, bob) = try await stage()
        func change(_ value: String, by name: String) async throws {
            let changed = try await bob.run(
                "override", "set", "paywall", value, "--team", "--raw", with: ["USER": name])
            #expect(changed.status == 0, "\(changed)")
        }
        try await change("b", by: "bob")
        let kept = "  override  override paywall: none -> b, by bob with experiments override set"
        #expect(try await run(ann, "log").contains(kept))
        let log = try ann.start("log", "--follow", "--kind", "override")
        try await log.waitForOutput(kept)
        try await change("c", by: "eve")
        try await log.waitForOutput("override paywall: b -> c, by eve with experiments override set")
        // One's own changes are still told apart from those of the file by something else.
        try await run(ann, "override", "set", "rate", "2")
        try await log.waitForOutput("override rate: none -> 2, by tester with experiments override set")
        log.send(SIGINT)
        let lines = try await log.finished().lines
        #expect(lines.count == 3, "\(lines)")
        node.kill()
        // What cannot be asked does not keep the rest from being printed.
        let alone = try await ann.run("log")
        #expect(alone.status == 0 && alone.output.contains("by tester") && !alone.output.contains("by bob"))
        #expect(
            alone.errors.contains("note: ")
                && alone.errors.contains("the log does not include the team's changes"))
    }

    @Test("overrides are pushed to the team and pulled from it, after a look at what would change")
    func moving() async throws {
        let (node, ann, bob) = try await stage()
        try await run(ann, "override", "set", "rate", "2")
        #expect(try await run(ann, "override", "push", "--dry-run").contains("rate"))
        #expect(try await run(bob, "get", "rate") == "1\n")
        try await run(ann, "override", "push", "--yes")
        #expect(try await run(bob, "get", "rate") == "2\n")
        try await run(bob, "override", "pull", "--yes")
        #expect(try bob.folder.text(of: "overrides.json").contains("\"rate\""))
        node.kill()
    }

    @Test(
        "everyone can load a profile that is saved for the team, and one's own with the same name takes precedence"
    )
    func profiles() async throws {
        let (node, ann, bob) = try await stage()
        try await run(ann, "override", "set", "paywall", "c")
        try await run(ann, "override", "profile", "save", "QA checkout", "--team")
        #expect(try await run(bob, "override", "profile", "list").contains("QA checkout (team)"))
        #expect(try await run(bob, "override", "profile", "show", "QA checkout").contains("paywall"))
        try await run(bob, "override", "profile", "load", "QA checkout")
        #expect(try await run(bob, "get", "paywall") == "c\n")
        try await run(bob, "override", "set", "paywall", "b")
        let taken = try await bob.run("override", "profile", "save", "QA checkout", "--team")
        #expect(taken.status == 1 && taken.errors.contains("--replace"), "\(taken)")
        try await run(bob, "override", "profile", "save", "QA checkout")
        try await run(bob, "override", "unset", "paywall")
        try await run(bob, "override", "profile", "load", "QA checkout")
        #expect(try await run(bob, "get", "paywall") == "b\n")
        try await run(bob, "override", "profile", "delete", "QA checkout", "--team")
        #expect(try await run(ann, "override", "profile", "list").contains("no profiles"))
        node.kill()
    }

    @Test("everyone can view as a persona that is saved for the team")
    func personas() async throws {
        let (node, ann, bob) = try await stage()
        try await run(ann, "persona", "save", "norway", "user_id=7", "--team")
        let list = try await run(bob, "persona", "list")
        #expect(list.contains("norway") && list.contains("team, by tester"), "\(list)")
        #expect(try await run(bob, "persona", "show", "norway", "--json").contains("\"team\""))
        #expect(try await run(bob, "get", "paywall", "--as", "norway") == "c\n")
        try await run(bob, "persona", "delete", "norway", "--team")
        #expect(try await ann.run("persona", "show", "norway").status == 1)
        node.kill()
    }

    @Test("init --etcd drafts a project on a cluster, whose overrides are the team's from then on")
    func drafting() async throws {
        let (node, _, _) = try await stage()
        let workplace = try Workplace()
        try workplace.folder.write(#"{"paywall": "a"}"#, to: "values.json")
        try await run(workplace, "init", "--etcd", "http://\(node.endpoint)")
        try await run(workplace, "override", "set", "paywall", "b", "--team", "--raw")
        #expect(try await run(workplace, "team").contains("override paywall"))
        node.kill()
    }
}
