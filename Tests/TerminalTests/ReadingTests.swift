import TestSupport
import Testing

@Suite("Reading on a terminal", .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct ReadingTests {
    @Test("a filter narrows the rows while it is typed, and Esc clears it")
    func filter() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("/")
        try window.type("ship")
        try await window.waitForAbsence(of: "paywall_type")
        try await window.wait(for: "free_shipping_from")
        try window.press("Escape")
        try await window.wait(for: "paywall_type")
    }

    @Test("the help lists keys, and closes")
    func help() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("?")
        try await window.wait(for: "Half a page down")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Half a page down")
    }

    @Test("screens are chosen by their numbers")
    func screens() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("3")
        try await window.waitForAbsence(of: "free_shipping_from")
        try await window.wait(for: "paywall_type")
        try window.press("6")
        try await window.waitForAbsence(of: "paywall_type")
    }

    @Test("a click chooses a row, and the wheel turns the list")
    func mouse() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try await window.wait(for: "mouse_any_flag", toBe: "1")
        let row = try #require(try window.lines().firstIndex { $0.contains("new_checkout") }) + 1
        try window.click(column: 20, row: row)
        try window.press("o")
        try await window.wait(for: "Override new_checkout")
    }

    @Test("another size is drawn at once, however small or large", arguments: [(20, 5), (40, 12), (400, 120)])
    func resize(columns: Int, rows: Int) async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.resize(columns: columns, rows: rows)
        try await window.wait(for: "a screen of \(columns)x\(rows)") { lines in
            lines.count >= rows && lines.allSatisfy { $0.count <= columns } && lines.contains { !$0.isEmpty }
        }
        try window.resize(columns: 100, rows: 30)
        try await window.waitForProject()
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }
}
