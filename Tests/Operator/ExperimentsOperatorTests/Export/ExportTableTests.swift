import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Rows written to a file", .inTurn)
struct ExportTableTests {
    private let table = ExportTable(columns: ["key", "value"], rows: [["a", "x,\"y\"\nz"], ["b", nil]])

    @Test("JSON leaves out what is not there, CSV leaves it empty and quotes what needs it")
    func formats() throws {
        #expect(try JSONValue(parsing: table.json) == [["key": "a", "value": "x,\"y\"\nz"], ["key": "b"]])
        #expect(table.csv == "key,value\r\na,\"x,\"\"y\"\"\nz\"\r\nb,\r\n")
    }

    @Test(
        "CSV doubles a quotation mark whatever follows it, and changes nothing else",
        arguments: [
            ("{\"\u{1F3FB}\",\"\u{301}\"}", "\"{\"\"\u{1F3FB}\"\",\"\"\u{301}\"\"}\""),
            ("5\"\u{200D}", "\"5\"\"\u{200D}\""), ("=1+1", "=1+1"), ("@a", "@a"), ("-5", "-5"),
        ])
    func quotes(_ text: String, _ field: String) {
        // Compared by bytes: texts that only look alike are equal otherwise.
        #expect(Array(ExportTable.line([text]).utf8) == Array((field + "\r\n").utf8))
    }

    @Test(
        "the ending of a file's name says the format",
        arguments: [("a.JSON", true), ("a.b.csv", true), ("txt", false)])
    func format(_ path: String, _ isKnown: Bool) {
        #expect((ExportFormat(path: path) != nil) == isKnown)
    }

    @Test("an existing file is not changed, unless it should be replaced")
    func replacing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("rows.csv")
        func write(replaces: Bool) -> ExportOutcome {
            table.write(to: path, in: .csv, replaces: replaces) { _ in "" }
        }
        #expect(write(replaces: false) == .written(rows: 2))
        #expect(write(replaces: false) == .exists)
        #expect(write(replaces: true) == .written(rows: 2))
        #expect(String(decoding: try FileBytes.read(path, limit: 1 << 20), as: UTF8.self) == table.csv)
    }
}
