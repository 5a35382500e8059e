import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("history of a run", .fewAtATime)
struct HistoryTests {
    /// Runs `history` with a change to the source between the first fetch and the last.
    private func history(_ arguments: String...) async throws -> (Finished, Workplace) {
        let workplace = try Workplace.withFineProject()
        // The log tells when the first fetch is over.
        let script = """
            (until set -- "$HOME"/.local/state/experiments/history/*.jsonl; [ -s "$1" ] || [ -e done ]; do :; done
             printf '{"paywall": "b", "timeout": 13, "new_ui": true, "rate": 0.5}' > next.json
             mv next.json config.json) &
            experiments history --fetches 2 --every 1s \(arguments.joined(separator: " "))
            status=$?; touch done; wait; exit $status
            """
        return (try await workplace.shell(script), workplace)
    }

    @Test("--compare prints the differences between two fetches, by default the first and the last")
    func compare() async throws {
        let (text, _) = try await history("--compare")
        #expect(text.status == 0 && text.lines.count == 3, "\(text)")
        #expect(text.lines[1].hasPrefix("timeout  12"), "\(text)")
        #expect(text.lines[2] == "1 different after fetch 1 and fetch 2")
        let (json, _) = try await history("--compare 2 1 --json")
        let document = try json.json().object
        #expect(document?["compared"] == [1, 2])
        let change = document?["changes"]?.array?.first?.object
        #expect(change?["name"] == "timeout" && change?["was"] != nil && change?["was"] != change?["is"])
    }

    @Test("--at prints every value as it was after a fetch, with the overrides")
    func at() async throws {
        let (first, _) = try await history("--at 1 --json")
        let (last, _) = try await history("--at 2")
        let document = try first.json().object
        let timeout = document?["keys"]?.array?.compactMap(\.object).first { $0["name"] == "timeout" }
        #expect(document?["fetch"] == 1 && timeout?["status"] == "ok", "\(first)")
        #expect(last.lines.last?.hasPrefix("config.json after fetch 2, version") == true, "\(last)")
        #expect(last.lines.contains { $0.hasPrefix("timeout  int     ok") }, "\(last)")
    }

    @Test("--key prints the value that a key had, and each change of it")
    func key() async throws {
        let (text, _) = try await history("--key timeout")
        #expect(text.lines.count == 3, "\(text)")
        #expect(text.lines[1].hasPrefix("1 ") && text.lines[2].hasPrefix("2 "), "\(text)")
        let (other, _) = try await history("--key paywall --json")
        #expect(try other.json().object?["fetches"] == [], "\(other)")
    }

    @Test("what does not go together, and fetches that there are not, are refused")
    func refused() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(
            try await workplace.run("history", "--at", "3").errors.contains("no fetch 3: expected 1 to 2"))
        #expect(try await workplace.run("history", "1", "2").errors.contains("require --compare"))
        #expect(
            try await workplace.run("history", "--compare", "1").errors.contains(
                "expects two fetches or times, or none"))
        #expect(
            try await workplace.run("history", "--compare", "--at", "1").errors.contains("cannot be combined")
        )
        let key = try await workplace.run("history", "--key", "timeot")
        #expect(key.status == 1 && key.errors.contains("Did you mean timeout?"), "\(key)")
    }

    @Test("if every fetch failed, there is nothing to compare, and the reason is printed")
    func failing() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues("{")
        let finished = try await workplace.run("history", "--fetches", "1", "--compare")
        #expect(finished.status == 1 && finished.errors.contains("config.json"), "\(finished)")
    }
}

@Suite("history of earlier fetches", .fewAtATime)
struct EarlierFetchesTests {
    @Test("history prints what check and watch saw, with the values before and after")
    func kept() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(try await workplace.run("history").output.hasPrefix("no fetches of config.json yet"))
        _ = try await workplace.run("check")
        try workplace.writeValues(#"{"paywall": "c", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("rate")
        try workplace.writeValues(#"{"paywall": "a", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        try await watch.waitForOutput("(was ok c)")
        watch.send(SIGINT)
        _ = try await watch.finished()
        _ = try await workplace.run("check")
        let history = try await workplace.run("history")
        #expect(history.lines.count == 4, "\(history)")
        #expect(history.lines[1].contains("experiments check") && history.lines[1].hasSuffix("  -"))
        #expect(history.lines[2].contains("experiments watch") && history.lines[2].hasSuffix("  paywall"))
        let key = try await workplace.run("history", "--key", "paywall")
        #expect(key.lines.count == 3 && key.lines[1].hasSuffix("paywall  b    c"), "\(key)")
        let fetches = try await workplace.run("history", "--json").json().object?["fetches"]?.array
        let change = fetches?.last?.object?["changes"]?.array?.first?.object
        #expect(change?["was"] == "c" && change?["is"] == "a")
        #expect(fetches?.last?.object?["program"] == "experiments watch")
    }

    @Test("list --changed prints what is otherwise than check or another last saw it")
    func changedSince() async throws {
        let workplace = try Workplace.withFineProject()
        let unknown = try await workplace.run("list", "--changed")
        #expect(unknown.status == 1 && unknown.errors.contains("no earlier values of config.json are stored"))
        _ = try await workplace.run("check")
        try workplace.writeValues(#"{"paywall": "c", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        let rows = try await workplace.run("list", "--changed", "--json").json().object?["keys"]?.array
        #expect(rows?.map { $0.object?["name"] } == ["paywall"] && rows?.first?.object?["was"] == "b")
        let text = try await workplace.run("list", "--changed")
        #expect(text.lines[1] == "paywall  string  ok      c      was b", "\(text)")
        _ = try await workplace.run("check")
        #expect(try await workplace.run("list", "--changed", "--json").json().object?["keys"] == [])
    }

    @Test(
        "--key with a name that is neither declared nor stored is an error, but a key that only the source has is known"
    )
    func unknownKey() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(
            #"{"paywall": "b", "timeout": 12, "new_ui": true, "rate": 0.5, "extra": 1}"#)
        _ = try await workplace.run("check")
        let unknown = try await workplace.run("history", "--key", "zzzzzz")
        #expect(unknown.status == 1 && unknown.errors.hasPrefix("error: no key \"zzzzzz\"\n"), "\(unknown)")
        #expect(try await workplace.run("history", "--key", "extra").status == 0)
        #expect(try await workplace.run("history", "--key", "rate").status == 0)
    }

    @Test("each failure is stored once")
    func failures() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("check")
        try workplace.writeValues("{")
        for _ in 0..<2 { _ = try await workplace.run("check") }
        let history = try await workplace.run("history")
        #expect(history.lines.count == 3 && history.lines[2].contains("failed"), "\(history)")
    }

    @Test("--no-state stores none, and says so")
    func noState() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("check", "--no-state")
        #expect(try await workplace.run("history").lines.count == 1)
        let refused = try await workplace.run("history", "--no-state")
        #expect(
            refused.status == 1 && refused.errors.contains("no stored fetches with --no-state"), "\(refused)")
    }

    @Test("if they cannot be stored, check still continues")
    func unwritable() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write("in the way", to: "state")
        let check = try await workplace.run("check", with: ["XDG_STATE_HOME": workplace.folder.path("state")])
        #expect(check.status == 0 && check.output.hasPrefix("passed "), "\(check)")
        #expect(
            check.errors.hasPrefix("note: ") && check.errors.contains("cannot create the folder"), "\(check)")
    }
}
