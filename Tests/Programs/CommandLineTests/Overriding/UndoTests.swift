import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("override undo, redo and log", .fewAtATime)
struct UndoTests {
    private func overrides(in workplace: Workplace) throws -> [String: String] {
        let text = try workplace.folder.text(of: ".experiments/overrides.json")
        return try OverrideSet(parsing: Array(text.utf8)).entries.mapValues(\.value)
    }

    @Test("undo takes back what other commands did, one after the other, and redo does it again")
    func undo() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c")
        _ = try await workplace.run("override", "set", "timeout", "20")
        _ = try await workplace.run("override", "clear", "--yes")
        let first = try await workplace.run("override", "undo")
        #expect(
            first.output == "undone: remove all overrides\n  paywall: b -> c\n  timeout: 12 -> 20\n",
            "\(first)")
        #expect(try overrides(in: workplace) == ["paywall": "c", "timeout": "20"])
        let second = try await workplace.run("override", "undo")
        #expect(
            second.output == "undone: override timeout\n  timeout: 20 -> 12, override removed\n",
            "\(second)")
        #expect(try overrides(in: workplace) == ["paywall": "c"])
        let again = try await workplace.run("override", "redo")
        #expect(again.output == "redone: override timeout\n  timeout: 12 -> 20\n", "\(again)")
        #expect(try overrides(in: workplace) == ["paywall": "c", "timeout": "20"])
    }

    @Test("undo prints the old and the new value of each key, and the restored expiry")
    func undoneValues() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "b", "--expires", "next fetch")
        _ = try await workplace.run("override", "set", "paywall", "c")
        _ = try await workplace.run("override", "disable", "paywall")
        let on = try await workplace.run("override", "undo")
        #expect(on.output.hasSuffix(", override on\n"), "\(on)")
        let value = try await workplace.run("override", "undo")
        #expect(value.output.hasSuffix("\n  paywall: c -> b, until next fetch\n"), "\(value)")
    }

    @Test("undo and redo say what to do if there is nothing to undo or redo")
    func nothing() async throws {
        let workplace = try Workplace.withFineProject()
        let undo = try await workplace.run("override", "undo")
        #expect(undo.status == 1)
        #expect(
            undo.errors.hasPrefix("error: nothing to undo: no change to .experiments/overrides.json"),
            "\(undo)")
        #expect(undo.errors.contains("experiments override log"))
        let redo = try await workplace.run("override", "redo", "--json")
        #expect(redo.status == 1)
        #expect(
            try redo.json().object?["error"]?.object?["message"]?.string?.hasPrefix("nothing to redo") == true
        )
    }

    @Test("undo refuses, by name, keys that an editor changed since, unless it is forced")
    func changedSince() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c")
        try workplace.folder.write(
            #"{"version": 1, "overrides": {"paywall": {"value": "b"}}}"#, to: ".experiments/overrides.json")
        let refused = try await workplace.run("override", "undo")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("such as an editor: paywall\n"), "\(refused)")
        #expect(try overrides(in: workplace) == ["paywall": "b"])
        #expect(try await workplace.run("override", "undo", "--force").status == 0)
        #expect(try overrides(in: workplace) == [:])
    }

    @Test("undo --json prints what it changed, and the step")
    func undoJSON() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c")
        let document = try await workplace.run("override", "undo", "--json").json().object
        #expect(document?["changed"] == ["paywall"] && document?["overrides"] == [])
        let step = document?["step"]?.object
        #expect(step?["action"] == "undo" && step?["of"] == 1 && step?["title"] == "override paywall")
    }

    @Test("every command that changes overrides is a step")
    func everyCommand() async throws {
        let workplace = try Workplace.withFineProject()
        for arguments in [
            ["set", "paywall", "c"], ["edit", "paywall", "--note", "n"], ["disable", "paywall"],
            ["enable", "paywall"],
            ["profile", "save", "p"], ["unset", "paywall"], ["profile", "load", "p"], ["clear", "--yes"],
        ] {
            let finished = try await workplace.run(Workplace.program, ["override"] + arguments)
            #expect(finished.status == 0, "\(finished)")
        }
        let steps = try await workplace.run("override", "log", "--json").json().object?["steps"]?.array
        #expect(
            steps?.reversed().map {
                $0.object?["program"]?.string?.dropFirst("experiments override ".count) ?? ""
            } == [
                "set", "edit", "disable", "enable", "unset", "profile load", "clear",
            ])
        for _ in 0..<7 { #expect(try await workplace.run("override", "undo").status == 0) }
        #expect(try overrides(in: workplace) == [:])
    }

    @Test("log prints who changed what, with the old and the new value, the latest first")
    func log() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(
            try await workplace.run("override", "log").output
                == "no changes of .experiments/overrides.json yet\n")
        _ = try await workplace.run("override", "set", "paywall", "c")
        _ = try await workplace.run("override", "set", "paywall", "b", with: ["USER": "bob"])
        _ = try await workplace.run("override", "set", "timeout", "20")
        _ = try await workplace.run("override", "undo")
        let log = try await workplace.run("override", "log")
        #expect(log.lines.count == 5, "\(log)")
        #expect(
            log.lines[1].contains("undo 3: override timeout") && log.lines[1].hasSuffix("timeout: 20 -> none")
        )
        #expect(log.lines[3].contains("bob") && log.lines[3].hasSuffix("paywall: c -> b"), "\(log)")
        let ofKey = try await workplace.run("override", "log", "--key", "paywall", "--limit", "1")
        #expect(ofKey.lines.count == 2 && ofKey.lines.last?.contains("c -> b") == true, "\(ofKey)")
        let document = try await workplace.run("override", "log", "--key", "paywall", "--json").json().object
        #expect(document?["undo"] == 2 && document?["redo"] == 3)
        let latest = document?["steps"]?.array?.first?.object
        #expect(latest?["author"] == "bob" && latest?["action"] == "edit")
        let change = latest?["changes"]?.array?.first?.object
        #expect(change?["change"] == "changed" && change?["before"]?.object?["value"] == "c")
    }

    @Test("log takes a key that it does not know for a mistake")
    func logOfUnknown() async throws {
        let workplace = try Workplace.withFineProject()
        let log = try await workplace.run("override", "log", "--key", "paywal")
        #expect(log.status == 1 && log.errors.contains("Did you mean paywall?"), "\(log)")
        #expect(try await workplace.run("override", "log", "--key", "paywall").status == 0)
        #expect(try await workplace.run("override", "log", "--limit", "0").status == 1)
    }

    @Test("a damaged journal is renamed with a note, and does not prevent setting overrides")
    func damaged() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write("{", to: ".experiments/.override-journal/overrides.json")
        let log = try await workplace.run("override", "log")
        #expect(log.status == 1 && log.errors.contains("overrides.json:1:"), "\(log)")
        let set = try await workplace.run("override", "set", "paywall", "c")
        #expect(set.status == 0 && set.errors.contains("overrides.json.broken"), "\(set)")
        #expect(try await workplace.run("override", "log").lines.count == 2)
    }
}
