import ExperimentsCore
import Testing

@testable import ExperimentsDashboard

@Suite("The size of the details")
struct DetailSizeTests {
    @Test("beside the list they grow and shrink in steps, and say where it ends")
    func beside() throws {
        var fixture = ShopFixture(size: Size(columns: 150, rows: 30))
        let usual = fixture.state.layout.details.columns
        try fixture.press(")")
        #expect(fixture.state.layout.details.columns == 75)
        #expect(usual == 60)
        for _ in 0..<6 { try fixture.press(")") }
        #expect(fixture.state.layout.details.columns == 120)
        #expect(fixture.screen.contains("as large as they get beside the list"))
        for _ in 0..<8 { try fixture.press("(") }
        #expect(fixture.state.layout.details.columns == 30)
        #expect(fixture.screen.contains("as small as they get"))
    }

    @Test("below the list, too")
    func below() throws {
        var fixture = ShopFixture(size: Size(columns: 80, rows: 34))
        try fixture.press("Enter")
        let before = fixture.state.layout.details.rows
        try fixture.press(")")
        #expect(fixture.state.layout.details.rows > before)
        try fixture.press("(", "(")
        #expect(fixture.state.layout.details.rows < before)
    }

    @Test("alone they have the whole screen, rows are gone through all the same, and Esc brings the list back")
    func zoomed() throws {
        var fixture = ShopFixture(size: Size(columns: 150, rows: 30))
        try fixture.press("Z")
        #expect(fixture.state.layout.list.isEmpty)
        #expect(fixture.state.layout.details.columns == 150)
        try fixture.press("j", ")")
        #expect(fixture.screen.contains("free_shipping_enabled"))
        #expect(fixture.screen.contains("the details have the whole screen"))
        try fixture.press("Esc")
        #expect(fixture.state.showsDetails && !fixture.state.layout.list.isEmpty)
        try fixture.press("Z", "Enter", "Enter")
        #expect(!fixture.state.layout.list.isEmpty)
    }

    @Test("closed, they have no size to change")
    func closed() throws {
        var fixture = ShopFixture()
        try fixture.press(")")
        #expect(fixture.screen.contains("the details are closed; Enter opens them"))
        try fixture.press("Z")
        #expect(fixture.state.showsDetails && fixture.state.layout.list.isEmpty)
    }

    @Test("the line between is dragged with the mouse, and the size is remembered")
    func dragging() throws {
        var fixture = ShopFixture(size: Size(columns: 150, rows: 30))
        let border = fixture.state.layout.details.column
        func mouse(_ kind: MouseEvent.Kind, _ column: Int) {
            _ = fixture.state.update(.input(.mouse(MouseEvent(kind, button: 1, at: Point(column: column, row: 12)))))
        }
        mouse(.press, border)
        mouse(.release, 75)
        #expect(fixture.state.layout.details.column == 75)
        mouse(.press, 75)
        mouse(.release, 3)
        #expect(fixture.state.layout.details.columns == 120)
        mouse(.release, 60)
        #expect(fixture.state.layout.details.columns == 120)
        var options = DashboardOptions()
        options.remembered = fixture.state.rememberedView
        let second = ShopFixture(size: Size(columns: 150, rows: 30), options: options)
        #expect(second.state.layout.details.columns == 120)
    }

    @Test("no size of the terminal and of the details breaks the screen")
    func everySize() throws {
        for columns in [1, 20, 60, 109, 110, 200] {
            for rows in [1, 5, 8, 12, 24, 60] {
                for keys in [
                    ["Enter"], ["Enter", ")", ")", ")", ")"], ["Enter", "(", "(", "("], ["Enter", "Z", "j", "F"],
                ] {
                    var fixture = ShopFixture(size: Size(columns: columns, rows: rows))
                    for key in keys { try fixture.press(key) }
                    #expect(DashboardView.frame(of: fixture.state, theme: .plain).size == fixture.state.size)
                }
            }
        }
    }
}
