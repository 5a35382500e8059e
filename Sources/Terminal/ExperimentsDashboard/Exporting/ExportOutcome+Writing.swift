import ExperimentsCore
import Foundation

extension ExportOutcome {
    /// Writes the file.
    init(_ request: ExportRequest) {
        let path = (request.path as NSString).expandingTildeInPath
        if !request.replaces, FileManager.default.fileExists(atPath: path) {
            self = .exists
            return
        }
        let table = ViewTable(request.state)
        do throws(FileProblem) {
            try AtomicFile.write(Array(table.text(in: request.format).utf8), to: path)
            self = .written(rows: table.rows.count)
        } catch {
            self = .failed(error.description)
        }
    }
}
