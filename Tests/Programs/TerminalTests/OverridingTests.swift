import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Overriding on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct OverridingTests {
    private func storedValue(of key: String, in window: TerminalWindow) -> String? {
        guard let text = try? window.folder.text(of: ".experiments/overrides.json"),
            let document = try? JSONValue(parsing: text)
        else { return nil }
        return document.object?["overrides"]?.object?[key]?.object?["value"]?.string
    }

    @Test("an override set by keys is in the JSON file, and on the screen")
    func setByKeys() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("j", "o")
        try await window.wait(for: "Override trial_days")
        try window.press("BSpace")
        try window.type("21")
        try window.press("Enter")
        try await window.wait(for: "⁴Overrides 1")
        try await eventually("the override in the file") { storedValue(of: "trial_days", in: window) == "21" }
        try await window.wait(for: "◆ trial_days")
    }

    @Test("two assistants and a dashboard at once keep one journal, and the screen shows what they set")
    func assistants() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(TerminalWindow.project, to: "experiments.yaml")
        try workplace.folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\"\(TerminalWindow.ending)", in: workplace.folder)
        try await window.waitForProject()
        for name in ["trial_days", "free_shipping_from"] {
            let hello =
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
                + #""capabilities":{},"clientInfo":{"name":"\#(name)","version":"1"}}}"#
            let calls = (1...10).map { number in
                #"{"jsonrpc":"2.0","id":\#(number),"method":"tools/call","params":{"name":"set_override","#
                    + #""arguments":{"key":"\#(name)","value":"\#(number)"}}}"#
            }
            try workplace.folder.write(([hello] + calls).map { $0 + "\n" }.joined(), to: "\(name).requests")
        }
        async let first = workplace.shell("experiments mcp --allow overrides <trial_days.requests")
        async let second = workplace.shell("experiments mcp --allow overrides <free_shipping_from.requests")
        try window.press("j", "j", "o")
        try await window.wait(for: "Override new_checkout")
        try window.press("Enter")
        for run in try await [first, second] {
            #expect(run.status == 0 && !run.output.contains(#""isError":true"#), "\(run)")
        }
        try await window.wait(for: "⁴Overrides 3")
        let log = try await workplace.run("override", "log", "--json", "--limit", "100").json()
        let steps = log.object?["steps"]?.array ?? []
        #expect(steps.count == 21, "\(steps.count)")
        let keys = steps.compactMap { $0.object?["changes"]?.array?.first?.object?["name"]?.string }
        let counts = Dictionary(grouping: keys) { $0 }.mapValues(\.count)
        #expect(counts == ["trial_days": 10, "free_shipping_from": 10, "new_checkout": 1])
    }

    @Test("a value that the key does not accept is not set")
    func refused() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("j", "o")
        try await window.wait(for: "Override trial_days")
        try window.type("x")
        try await window.wait(for: "not a whole number")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Override trial_days")
        #expect(storedValue(of: "trial_days", in: window) == nil)
    }

    @Test("a case is picked from a list, undone, and done again")
    func undo() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("o")
        try await window.wait(for: "Override paywall_type")
        try window.press("Down", "Enter")
        try await window.wait(for: "◆ paywall_type")
        try await eventually("the override in the file") {
            storedValue(of: "paywall_type", in: window) != nil
        }
        try window.press("U")
        try await window.wait(for: "⁴Overrides 0")
        try await eventually("the file without it") { storedValue(of: "paywall_type", in: window) == nil }
    }

    @Test("what another program changed is undone by a key, and what a key undid is done again elsewhere")
    func undoOfOthers() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        let path = window.folder.path(".experiments/overrides.json")
        let journal = OverrideJournalFile(besideOverridesAt: path)
        let store = JSONOverrideStore(path: path, watcher: nil)
        let origin = OverrideOrigin(author: "ann", program: "a test")
        try journal.change(store, "override trial_days", by: origin, at: Date()) {
            $0["trial_days"] = Override(value: "28")
        }
        try await window.wait(for: "◆ trial_days")
        // The override is on the screen before the journal was read; until then there is nothing to undo. A key that is
        // pressed once more than needed would undo what is done again below.
        var isUndone = false
        while !isUndone {
            try window.press("U")
            try await window.wait(for: "an answer to the key") { lines in
                isUndone = lines.contains { $0.contains("undone: ") }
                return isUndone || lines.contains { $0.contains("nothing to undo") }
            }
            if !isUndone { try await window.waitForAbsence(of: "nothing to undo") }
        }
        try await window.wait(for: "Δ trial_days")
        // Once a later key has had its effect, those before it have had theirs.
        try window.press("?")
        try await window.wait(for: "Half a page down")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Half a page down")
        #expect(try journal.settled().steps.map(\.kind) == [.edit, .undo(of: 1)])
        try journal.reverse(.redo, in: store, by: origin, at: Date())
        try await window.wait(for: "◆ trial_days")
    }

    @Test("a change to the overrides by another program is on the screen")
    func fromOutside() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.folder.write(
            #"{"version": 1, "overrides": {"trial_days": {"value": "28"}}}"#,
            to: ".experiments/overrides.json")
        try await window.wait(for: "◆ trial_days")
        try window.replace(".experiments/overrides.json", with: #"{"version": 1, "overrides": {}}"#)
        try await window.wait(for: "Δ trial_days")
    }

    @Test("a change to the source's file is on the screen")
    func source() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.replace("config.json", with: #"{"paywall_type": "b", "free_shipping_from": 50}"#)
        try await window.wait(for: " paywall_type")
        try await window.wait(for: "○ support")
    }

    @Test("overrides that cannot be read are reported, kept, and taken up once they are mended")
    func unreadable() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.folder.write("{ nonsense", to: ".experiments/overrides.json")
        try await window.wait(for: "overrides.json:1")
        #expect(try window.folder.text(of: ".experiments/overrides.json") == "{ nonsense")
        try window.replace(
            ".experiments/overrides.json",
            with: #"{"version": 1, "overrides": {"trial_days": {"value": "3"}}}"#)
        try await window.wait(for: "◆ trial_days")
    }
}
