import Foundation

/// How many bytes go to the terminal: what a slow connection has to carry.
struct ScreenTraffic {
    private let program: String
    private let project: SampleProject
    private static let presses = 15

    init(_ program: String, _ project: SampleProject) {
        (self.program, self.project) = (program, project)
    }

    func rows() throws -> [BenchmarkRow] {
        // Twice the width of the terminal in characters, and what moves between them.
        try keyRows(columns: 20, rows: 5, goal: 300) + keyRows(columns: 120, rows: 40, goal: 900)
            + keyRows(columns: 500, rows: 200, goal: 3000) + watchRows()
    }

    private func keyRows(columns: Int, rows: Int, goal: Int) throws -> [BenchmarkRow] {
        let process = try started(columns: columns, rows: rows)
        return [
            row("bytes, a cursor move, \(columns)x\(rows)", try sizes(of: ["j"], process), goal: goal),
            row(
                "bytes, a page, \(columns)x\(rows)", try sizes(of: ["\u{1b}[6~", "\u{1b}[5~"], process),
                goal: nil),
        ]
    }

    private func watchRows() throws -> [BenchmarkRow] {
        let process = try started(columns: 120, rows: 40)
        let refetches = try (1...Self.presses).map { number in
            try project.change(to: number)
            return process.bytesUntilQuiet(patience: 5000)
        }
        // What a change moved goes on to age on the screen for a while: in its row, in the details and in the last changes.
        process.drain(for: 12)
        let seconds = (1...5).map { _ in process.bytesUntilQuiet(patience: 2000) }
        return [
            row("bytes, a refetch that changes one value, 120x40", refetches, goal: 1500),
            row("bytes, a second without a change, 120x40", seconds, goal: 250),
        ]
    }

    private func started(columns: Int, rows: Int) throws -> TerminalProcess {
        let process = try TerminalProcess(
            [program, "--no-state", "--theme", "dark"], in: project.folder, columns: columns, rows: rows)
        _ = process.bytesUntilQuiet(patience: 10_000, quiet: 1000)
        return process
    }

    private func sizes(of keys: [String], _ process: TerminalProcess) throws -> [Int] {
        (0..<Self.presses).map { number in
            process.type(keys[number % keys.count])
            return process.bytesUntilQuiet()
        }
    }

    private func row(_ name: String, _ sizes: [Int], goal: Int?) -> BenchmarkRow {
        let sorted = sizes.sorted()
        return BenchmarkRow(
            name: name, value: .bytes(sorted[sorted.count / 2]), tail: sorted.last.map(Quantity.bytes),
            goal: goal.map(Quantity.bytes))
    }
}
