import ExperimentsCore

/// All rows of a screen, as they are filtered and sorted, with every value whole.
struct ViewTable: Sendable {
    /// The names of the columns.
    let columns: [String]
    /// The cells; nil where there is nothing.
    private(set) var rows: [[String?]] = []

    init(_ state: DashboardState) {
        switch state.screen {
        case .history:
            let contents = HistoryView.contents
            columns = contents.map(\.name)
            rows = (0..<state.rowCount).compactMap { index in
                state.record(at: index).map { record in contents.map { HistoryView.exportedText($0, record, state) } }
            }
        case .experiments:
            let contents = ExperimentsView.contents
            columns = contents.map(\.name)
            rows = state.experimentListing.map { row in contents.map { ExperimentsView.exportedText($0, row) } }
        default:
            let contents = KeyTableView.contents(state)
            columns = contents.map(\.name)
            rows = (0..<state.rowCount).compactMap { index in
                guard state.listing.heading(at: index) == nil else { return nil }
                let cell = KeyCell(state, index)
                return contents.map(cell.exportedText)
            }
        }
    }

    /// The rows in a format.
    func text(in format: ExportFormat) -> String {
        switch format {
        case .json: json
        case .csv: csv
        case .text: plain
        }
    }

    /// A list of objects, each with what there is of a row.
    private var json: String {
        let objects = rows.map { row in
            var members = JSONObject()
            for (name, cell) in zip(columns, row) { members[name] = cell.map(JSONValue.string) }
            return JSONValue.object(members)
        }
        return JSONValue.array(objects).prettyText + "\n"
    }

    /// By RFC 4180: cells with commas, quotes or line ends stand in quotes.
    private var csv: String {
        func field(_ text: String) -> String {
            let isPlain = text.utf8.allSatisfy { ![0x22, 0x2c, 0x0a, 0x0d].contains($0) }
            return isPlain
                ? text
                : "\""
                    + text.split(separator: "\"", omittingEmptySubsequences: false)
                    .joined(separator: "\"\"") + "\""
        }
        return ([columns] + rows.map { $0.map { $0 ?? "" } })
            .map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Columns under their titles, as wide as what is in them.
    private var plain: String {
        let lines = [columns] + rows.map { row in row.map { DisplayText($0 ?? "").slice(from: 0, columns: .max) } }
        let widths = columns.indices.map { column in lines.reduce(0) { max($0, DisplayText($1[column]).width) } }
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                text += cell
                guard column < line.count - 1 else { break }
                text += String(repeating: " ", count: widths[column] - DisplayText(cell).width + 2)
            }
            let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
            return text[..<end] + "\n"
        }.joined()
    }
}

extension Column.Content {
    /// The name in a file.
    fileprivate var name: String { String(describing: self) }
}
