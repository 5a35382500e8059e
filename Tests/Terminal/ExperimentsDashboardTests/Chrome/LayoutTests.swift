import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("If everything is", .inTurn)
struct LayoutTests {
    private func layout(
        _ columns: Int, _ rows: Int, list: CellSize = CellSize(columns: 60, rows: 20),
        _ arrangement: ListArrangement = .beside, hasPrompt: Bool = false
    ) -> Layout {
        Layout(
            size: CellSize(columns: columns, rows: rows),
            Layout.Content(arrangement: arrangement, list: list, showsDetails: true, hasPrompt: hasPrompt))
    }

    @Test("a list gets what its cells need, up to two thirds, before the details get more than they wish")
    func sharing() {
        #expect(layout(140, 40).listBox.columns == 62)
        #expect(layout(140, 40, list: CellSize(columns: 80, rows: 20)).listBox.columns == 82)
        #expect(layout(140, 40, list: CellSize(columns: 300, rows: 20)).listBox.columns == 91)
        #expect(layout(200, 40, list: CellSize(columns: 300, rows: 20)).listBox.columns == 143)
    }

    @Test("the details get no more than their longest lines, the rest is the list's")
    func rest() {
        let layout = layout(240, 40)
        #expect(layout.details.columns == 120 && layout.listBox.columns == 120)
    }

    @Test("a list of few wide rows stands above its details on every width")
    func above() {
        for columns in [80, 140, 200] {
            let layout = layout(columns, 40, list: CellSize(columns: 300, rows: 4), .above)
            #expect(layout.listBox.columns == columns && layout.details.columns == columns)
            #expect(layout.list.rows == 4 && layout.details.row == layout.listBox.endRow)
        }
    }

    @Test("boxes have frames where there is room for them")
    func frames() {
        #expect(layout(140, 40).hasFrames && layout(90, 28).hasFrames)
        #expect(!layout(80, 24).hasFrames && !layout(89, 50).hasFrames && !layout(200, 27).hasFrames)
        let framed = layout(140, 40)
        #expect(
            framed.columnTitles.row == framed.listBox.row + 1
                && framed.list.column == framed.listBox.column + 1)
        let plain = layout(80, 24)
        #expect(plain.columnTitles.row == plain.listBox.row && plain.list.column == 0)
    }

    @Test("on a low screen there is a line above the footer only while something is reported")
    func prompt() {
        #expect(layout(80, 24).prompt == layout(80, 24).footer)
        #expect(layout(80, 24).body.rows == 21)
        let saying = layout(80, 24, hasPrompt: true)
        #expect(saying.prompt.row == 22 && saying.body.rows == 20)
        #expect(layout(80, 40).prompt.row == 38)
    }

    @Test(
        "every cell between the tabs and the footer belongs to a box", arguments: [20, 79, 80, 110, 140, 200])
    func nothingLost(columns: Int) {
        for rows in [10, 24, 28, 40, 55] {
            for arrangement in [ListArrangement.beside, .above] {
                let layout = layout(columns, rows, arrangement)
                let area =
                    layout.listBox.columns * layout.listBox.rows + layout.details.columns
                    * layout.details.rows
                #expect(area == layout.body.columns * layout.body.rows, "\(columns)x\(rows) \(arrangement)")
            }
        }
    }
}
