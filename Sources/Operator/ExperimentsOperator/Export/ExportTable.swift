import ExperimentsCore
import Foundation

/// The format of rows in a file.
package enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    case json, csv
    case text = "txt"

    /// Finds the format for the ending of a file's name; nil for an unknown one.
    package init?(path: String) {
        guard let ending = path.cut(atLast: ".")?.after, let format = Self(rawValue: ending.lowercased())
        else {
            return nil
        }
        self = format
    }

    /// The supported endings, in words.
    package static let endings = allCases.map { "." + $0.rawValue }.joined(separator: ", ")
}

/// Rows for a file, with whole values.
package struct ExportTable: Sendable {
    /// The names of the columns.
    package let columns: [String]
    /// The cells; nil for an empty one.
    package let rows: [[String?]]

    package init(columns: [String], rows: [[String?]]) {
        self.columns = columns
        self.rows = rows
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - path: the path. `~` is the home folder.
    ///   - replaces: whether to replace an existing file.
    ///   - plain: returns the rows as text for people, with columns aligned for a terminal.
    package func write(
        to path: String, in format: ExportFormat, replaces: Bool, plain: (ExportTable) -> String
    ) -> ExportOutcome {
        .writing(to: path, replaces: replaces, rows: rows.count) {
            switch format {
            case .json: json
            case .csv: csv
            case .text: plain(self)
            }
        }
    }

    /// The rows as a list of objects without empty members.
    package var json: String {
        let objects = rows.map { row in
            var members = JSONObject()
            for (name, cell) in zip(columns, row) { members[name] = cell.map(JSONValue.string) }
            return JSONValue.object(members)
        }
        return JSONValue.array(objects).prettyText + "\n"
    }

    /// The table by RFC 4180.
    package var csv: String { ([columns] + rows).map(Self.line).joined() }

    /// Returns a line in the format of RFC 4180: cells with commas, quotes or line ends are quoted, and their quotes
    /// are doubled. Nothing else is changed, even if a spreadsheet would read a cell as a formula.
    package static func line(_ cells: [String?]) -> String {
        func field(_ text: String) -> String {
            let isPlain = text.utf8.allSatisfy { ![0x22, 0x2c, 0x0a, 0x0d].contains($0) }
            guard !isPlain else { return text }
            let doubled = text.utf8.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] }
            return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
        }
        return cells.map { field($0 ?? "") }.joined(separator: ",") + "\r\n"
    }
}

/// The result of a request to write a file.
public enum ExportOutcome: Sendable, Hashable {
    /// The file was written, with this number of rows; nil for a file without rows, such as a picture.
    case written(rows: Int?)
    /// A file already exists at this path, and was not changed.
    case exists
    /// The file could not be written, for this reason.
    case failed(String)

    /// Writes a file that an operator requested, as a whole or not at all.
    ///
    /// - Parameters:
    ///   - path: the path. `~` is the home folder.
    ///   - replaces: whether to replace an existing file.
    ///   - rows: the number of rows, if it has rows.
    ///   - text: returns the content. Called only if the file is written.
    package static func writing(
        to path: String, replaces: Bool, rows: Int? = nil, _ text: () -> String
    ) -> ExportOutcome {
        let path = (path as NSString).expandingTildeInPath
        if !replaces, FileManager.default.fileExists(atPath: path) { return .exists }
        do throws(FileProblem) {
            try AtomicFile.write(Array(text().utf8), to: path)
            return .written(rows: rows)
        } catch {
            return .failed(error.description)
        }
    }
}
