import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("history of a run")
struct HistoryTests {
    /// Runs `history` with a change of the source between the first fetch and the last.
    private func history(_ arguments: String...) async throws -> (Finished, Workplace) {
        let workplace = try Workplace.withFineProject()
        // The values change with each fetch: a pipe of a shell would not, so another process writes them meanwhile.
        let script = """
            (for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
               printf '{"paywall": "b", "timeout": %d, "new_ui": true, "rate": 0.5}' $n > next.json
               mv next.json config.json
               sleep 0.1
             done) &
            experiments history --fetches 2 --every 1s \(arguments.joined(separator: " "))
            status=$?; wait; exit $status
            """
        return (try await workplace.shell(script), workplace)
    }

    @Test("--compare prints what differs between two fetches, the first and the last by itself")
    func compare() async throws {
        let (text, _) = try await history("--compare")
        #expect(text.status == 0 && text.lines.count == 3, "\(text)")
        #expect(text.lines[1].hasPrefix("timeout  changed"), "\(text)")
        #expect(text.lines[2] == "1 key differs after fetch 1 and fetch 2")
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
        #expect(try await workplace.run("history", "--at", "3").errors.contains("counted from 1 to 2"))
        #expect(try await workplace.run("history", "1", "2").errors.contains("for --compare only"))
        #expect(try await workplace.run("history", "--compare", "1").errors.contains("two fetches, or none"))
        #expect(try await workplace.run("history", "--compare", "--at", "1").errors.contains("one at a time"))
        let key = try await workplace.run("history", "--key", "timeot")
        #expect(key.status == 1 && key.errors.contains("Did you mean timeout?"), "\(key)")
    }

    @Test("where every fetch failed, there is nothing to compare, and the reason is said")
    func failing() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues("{")
        let finished = try await workplace.run("history", "--fetches", "1", "--compare")
        #expect(finished.status == 1 && finished.errors.contains("config.json"), "\(finished)")
    }
}
