import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Screens of reading and watching", .inTurn)
struct ReadingScreenTests {
    static let sizes = [
        ("wide", CellSize(columns: 130, rows: 24)), ("narrow", CellSize(columns: 44, rows: 16)),
        ("tiny", CellSize(columns: 20, rows: 5)),
    ]

    /// A shop watched for some fetches, of which one failed.
    private func watched(_ size: CellSize) -> ShopFixture {
        var fixture = ShopFixture(size: size, environment: "staging")
        let long =
            #"{"label":{"text":"Good morning","size":12},"links":[{"title":"Help","url":"https://example.com/help"}]}"#
        for changes in [
            ["max_items": "8"], ["price_factor": nil, "checkout_button_color": "red"], [:],
            ["max_items": "9", "login_screen": long],
        ] as [[String: String?]] {
            fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing(changes)))
            fixture.pass(30)
        }
        fixture.finishFetch(.failure(FetchFailure("connection refused by 127.0.0.1:9090")))
        fixture.pass(3)
        return fixture
    }

    @Test(
        "each way of reading looks as recorded, in each size",
        arguments: [
            ("groups", ["v", "j", "j", "j"]), ("changed-only", ["c"]), ("past", ["[", "[", "Esc", "["]),
            ("past-history", ["[", "6"]), ("compare", ["6", "j", "d", "G"]), ("failures", ["6"]),
            ("zoom", ["j", "j", "j", "j", "j", "Z"]), ("json", ["j", "j", "j", "j", "j", "z"]),
            ("alerts", ["j", "j", "j", "B"]), ("sorted", ["s", "s", "s", "S"]),
            ("range", ["j", "V", "j", "j"]),
            ("export", ["E"]), ("log", ["L"]), ("log-above", ["L", "k", "k", "k"]),
            ("log-entry", ["L", "k", "Enter"]),
        ], sizes)
    func look(_ look: (name: String, keys: [String]), _ size: (name: String, size: CellSize)) throws {
        var fixture = watched(size.size)
        for key in look.keys { try fixture.press(key) }
        fixture.pass(8)
        try Golden.expect(fixture.screen, named: "\(look.name)-\(size.name)")
    }

    @Test(
        "each filter looks as recorded, in each size",
        arguments: [
            ("fuzzy", "pwl"), ("field", "status:missing,incorrect !type:json"), ("hint", "max status:"),
            ("problem", "max stauts:ok"), ("unknown", "colour:red"), ("nothing", "\"max_items_\""),
        ], sizes)
    func filter(_ filter: (name: String, text: String), _ size: (name: String, size: CellSize)) throws {
        var fixture = watched(size.size)
        try fixture.press("/")
        fixture.type(filter.text)
        try Golden.expect(fixture.screen, named: "filter-\(filter.name)-\(size.name)")
    }

    @Test(
        "finding looks as recorded, in each size",
        arguments: [
            ("typing", ["f"], "/[ei]tem|pay/", []), ("kept", ["f"], "type:bool", ["Enter", "n"]),
            ("problem", ["f"], "/a(/", []), ("details", ["j", "j", "j", "j", "j", "F"], "good", ["Enter"]),
            ("help", ["?", "Tab", "f"], "/undo|redo/", []),
            ("log", ["L", "f"], "max_items", ["Enter", "n"]),
            ("expression", ["/"], "!value:/^[0-9]$/ key:/_[ciet]/", []),
        ] as [(String, [String], String, [String])], sizes)
    func find(
        _ look: (name: String, keys: [String], text: String, then: [String]),
        _ size: (name: String, size: CellSize)
    ) throws {
        var fixture = watched(size.size)
        fixture.pass(20)
        for key in look.keys { try fixture.press(key) }
        fixture.type(look.text)
        for key in look.then { try fixture.press(key) }
        fixture.pass(3)
        try Golden.expect(fixture.screen, named: "find-\(look.name)-\(size.name)")
    }

    @Test("the history of one key looks as recorded, in each size", arguments: sizes)
    func historyOfKey(_ size: (name: String, size: CellSize)) throws {
        var fixture = watched(size.size)
        try fixture.press("6", "/")
        fixture.type("key:max_items")
        try fixture.press("Enter")
        try Golden.expect(fixture.screen, named: "history-of-key-\(size.name)")
    }

    @Test("no size of the terminal breaks any way of reading")
    func everySize() throws {
        for columns in [1, 5, 19, 20, 21, 33, 60, 80, 109, 110, 200, 500] {
            for rows in [1, 2, 4, 5, 6, 7, 8, 9, 10, 13, 24, 60, 200] {
                for keys in [
                    ["v"], ["c"], ["["], ["6", "d", "j"], ["6", "Enter"], ["Enter", "z"], ["v", "Enter"],
                    ["L"],
                    ["L", "Enter"],
                ] {
                    var fixture = watched(CellSize(columns: columns, rows: rows))
                    for key in keys { try fixture.press(key) }
                    let frame = DashboardView.frame(of: fixture.state, theme: .plain)
                    #expect(frame.size == CellSize(columns: columns, rows: rows))
                }
            }
        }
    }
}
