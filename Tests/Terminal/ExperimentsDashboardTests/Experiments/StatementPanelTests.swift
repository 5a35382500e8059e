import ExperimentEvents
import ExperimentResults
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The statement for the warehouse on screen 5", .inTurn)
struct StatementPanelTests {
    private static let statement = """
        -- Experiment "Paywall": users and sums by phase, group and day of the first exposure.
        -- Times are milliseconds since 1970.
        WITH placed AS (
          -- the first exposure of each user to each group, in each phase
          SELECT unit, grp, phase, split_no, MIN(ms) AS at_ms
          FROM exposures
        )
        SELECT * FROM placed
        """

    private func standings(reading: String? = "1.00 million rows, 8.00 MB") -> [ExperimentStanding] {
        let count = WarehouseCount(
            statement: Self.statement, dialect: "clickhouse",
            command: "clickhouse client --format CSVWithNames",
            askedAt: ShopFixture.start - 180, seconds: 2.34, refresh: 900, reading: reading)
        return [
            ExperimentsFixture.standing(
                "Paywall", key: "paywall_type", users: [500, 502], rates: [10, 14], days: 14, warehouse: count
            ),
            ExperimentsFixture.standing(
                "Home", key: "onboarding", users: [500, 430], rates: [10, 11], days: 9),
        ]
    }

    @Test("S shows the statement, its age, how long it took and how much was read, as recorded")
    func shown() throws {
        var fixture = try ExperimentsFixture.dashboard(
            size: CellSize(columns: 100, rows: 24), standings: standings())
        try fixture.press("S")
        try Golden.expect(fixture.screen, named: "results-statement")
    }

    @Test("if the program does not say how much was read, the statement says so")
    func unread() throws {
        var fixture = try ExperimentsFixture.dashboard(standings: standings(reading: nil))
        try fixture.press("S")
        #expect(fixture.screen.contains("the program does not say how much"), "\(fixture.screen)")
    }

    @Test("an experiment that is not counted in a warehouse has no statement")
    func none() throws {
        var fixture = try ExperimentsFixture.dashboard(standings: standings())
        #expect(fixture.state.reasonDisabled(.statement) == nil)
        try fixture.press("j")
        #expect(fixture.state.reasonDisabled(.statement) == "Home is not counted in a warehouse")
        try fixture.press("S")
        #expect(fixture.screen.contains("Home is not counted in a warehouse"), "\(fixture.screen)")
    }

    @Test("W asks the warehouse once, on the screen and in the statement", arguments: [["W"], ["S", "W"]])
    func asks(keys: [String]) throws {
        var fixture = try ExperimentsFixture.dashboard(standings: standings())
        func asked() throws -> Int {
            var count = 0
            for key in keys.dropLast() { try fixture.press(key) }
            for _ in 0..<2 {
                let effects = try fixture.press("W")
                count += effects.count { if case .askWarehouse = $0 { true } else { false } }
            }
            return count
        }
        #expect(try asked() == 1)
        ExperimentsFixture.tell(standings(), to: &fixture)
        let effects = try fixture.press("W")
        #expect(effects.contains { if case .askWarehouse = $0 { true } else { false } })
    }

    @Test("without a warehouse, nothing can be asked")
    func without() throws {
        let fixture = try ExperimentsFixture.dashboard()
        #expect(fixture.state.reasonDisabled(.askWarehouse) == "the project has no warehouse")
    }
}
