import ExperimentResults
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsOperator
import TerminalUI

/// The dashboard's screen of experiments as a picture: all of them, or one in full.
struct ResultsPicture {
    private static let size = CellSize(columns: 120, rows: 40)
    private let svg: String

    /// - Parameter name: the experiment that is drawn alone; nil for the list.
    init(_ reading: ResultsReading, of name: String?, _ settings: Settings) throws {
        let standings = try reading.standings(named: name)
        let session = DashboardSession(
            service: RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper()), keys: [],
            sourceName: name ?? "results")
        let options = try DashboardAppearance(settings, theme: nil, bindings: [], localTime: .utc).options
        var rehearsal = DashboardRehearsal(session, options: options, size: Self.size, now: reading.date) { _, _ in [] }
        rehearsal.results = { _ in .read(ExperimentStandings(standings)) }
        rehearsal.show(.experiments)
        if name != nil { rehearsal.play(try KeyScript(parsing: "Z")) }
        svg = ScreenPicture(of: rehearsal.state, depth: settings.color.pictureDepth ?? .truecolor).svg
    }

    /// Writes the picture to a file, in place of one that is there.
    ///
    /// - Throws: `FileProblem` where it cannot be written.
    func write(to path: String) throws {
        try AtomicFile.write(Array(svg.utf8), to: path)
    }
}
