import ExperimentsCore
import TerminalUI

/// The dashboard's screen of experiments as a picture: all of them, or one in full.
struct ResultsPicture {
    private static let size = CellSize(columns: 120, rows: 40)
    private let svg: String

    /// - Parameter name: the experiment that is drawn alone; nil for the list.
    init(_ reading: ResultsReading, of name: String?, _ settings: Settings) throws {
        let standings = try reading.standings(named: name)
        var dashboard = try DrawnDashboard(
            ofResults: standings, named: name, settings, size: Self.size, at: reading.date)
        if name != nil { dashboard.press(try PressedKeys("Z")) }
        svg = dashboard.svg(depth: settings.color.pictureDepth ?? .truecolor)
    }

    /// Writes the picture to a file, in place of one that is there.
    ///
    /// - Throws: `FileProblem` where it cannot be written.
    func write(to path: String) throws {
        try AtomicFile.write(Array(svg.utf8), to: path)
    }
}
