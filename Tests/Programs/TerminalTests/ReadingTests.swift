import TestSupport
import Testing

@Suite("Reading on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
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

    @Test("a word finds a name by its letters, and a field asks about one thing")
    func filterLanguage() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("/")
        try window.type("pwl")
        try await window.waitForAbsence(of: "trial_days")
        try await window.wait(for: "paywall_type")
        try window.press("Escape")
        try await window.wait(for: "trial_days")
        try window.press("/")
        try window.type("!status:ok type:string")
        try await window.waitForAbsence(of: "trial_days")
        try await window.wait(for: "paywall_type")
        try window.type(" stauts:ok")
        try await window.wait(for: "did you mean \"status:\"?")
        try window.press("Enter")
        try window.type("x")
        try await window.wait(for: "/!status:ok type:string stauts:okx")
    }

    @Test("a click on the title of a column sorts by it, and again turns the order")
    func sorting() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try await window.wait(for: "mouse_any_flag", toBe: "1")
        try window.click(column: 14, row: 4)
        try await window.wait(for: "key ▲")
        try await window.wait(for: "free_shipping_from first") { $0[4].contains("free_shipping_from") }
        try window.click(column: 14, row: 4)
        try await window.wait(for: "trial_days first") { $0[4].contains("trial_days") }
    }

    @Test("keys stand under their groups, which close and open")
    func groups() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("v", "g")
        try await window.wait(for: "▾ no group  5  ✗ 1 incorrect  ○ 1 missing")
        try window.press("Enter")
        try await window.waitForAbsence(of: "trial_days")
        try window.press("Enter")
        try await window.wait(for: "trial_days")
    }

    @Test("long JSON in the details is folded, and opens")
    func json() async throws {
        let window = try TerminalWindow.onProject(TerminalWindow.Options(rows: 50))
        try await window.waitForProject()
        let days = (1...9).map {
            "\"day_\($0)\": {\"from\": \"0\($0):00\", \"note\": \"\(String(repeating: "x", count: 80))\"}"
        }
        try window.replace("config.json", with: "{\"support\": {\(days.joined(separator: ","))}}")
        try window.press("/")
        try window.type("support")
        try window.press("Enter", "Enter")
        try await window.wait(for: "folded, z unfolds")
        try await window.wait(for: "{… 2 members}")
        try window.press("z")
        try await window.wait(for: "\"from\": \"01:00\"")
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

    @Test(
        "another size is drawn immediately, however small or large",
        arguments: [(20, 5), (40, 12), (400, 120)])
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
