import ArgumentParser
import TerminalUI

/// Columns and rows as they are given on the command line: `120x40`.
struct ScreenSize: ExpressibleByArgument {
    private static let limit = 2000

    /// Columns and rows.
    let size: CellSize

    init(size: CellSize) {
        self.size = size
    }

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...Self.limit).contains(columns),
            (1...Self.limit).contains(rows)
        else { return nil }
        size = CellSize(columns: columns, rows: rows)
    }

    var defaultValueDescription: String { "\(size.columns)x\(size.rows)" }
}
