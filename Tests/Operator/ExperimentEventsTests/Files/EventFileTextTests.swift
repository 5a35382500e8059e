import ExperimentEvents
import Foundation
import TestSupport
import Testing

@Suite("The text of files of events", .inTurn) struct EventFileTextTests {
    private static let csv =
        "unit,experiment,group,at\nBjörn,Paywall,a,2025-03-02\nBjärn,Paywall,b,2025-03-02\n"
    private static let json = #"{"unit":"Björn","experiment":"Paywall","group":"a","at":"2025-03-02"}"#
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func utf16(_ text: String, lowFirst: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return lowFirst ? bytes : bytes.reversed()
        }
    }

    @Test("may begin with a byte order mark") func mark() throws {
        #expect(
            try ReadFile(Self.mark + Array(Self.csv.utf8)).lines == ["Björn Paywall a", "Bjärn Paywall b"])
        #expect(try ReadFile(Self.mark + Array(Self.json.utf8)).lines == ["Björn Paywall a"])
        #expect(
            try ReadFile(Self.mark + Array(Self.json.utf8), form: .jsonLines).lines == ["Björn Paywall a"])
    }

    @Test("may be UTF-16, with a mark or without", arguments: [true, false]) func utf16(_ lowFirst: Bool)
        throws
    {
        for mark in ["", "\u{FEFF}"] {
            let csv = Self.utf16(mark + Self.csv, lowFirst: lowFirst)
            #expect(try ReadFile(csv).lines == ["Björn Paywall a", "Bjärn Paywall b"])
            #expect(
                try ReadFile(Self.utf16(mark + Self.json, lowFirst: lowFirst)).lines == ["Björn Paywall a"])
        }
        #expect(throws: EventFileProblem.self) { try ReadFile([0xFF, 0xFE, 0x61, 0, 0, 0xD8, 0x62, 0]) }
    }

    @Test(
        "in Latin-1 is refused with its line, and no two users become one", arguments: ["\n", "\r\n", "\r"])
    func latin1(_ end: String) throws {
        let text = Self.csv.replacing("\n", with: end)
        let bytes = try #require(text.data(using: .isoLatin1))
        let problem = try #require(throws: EventFileProblem.self) { try ReadFile(Array(bytes)) }
        #expect(problem.line == 2)
        #expect(problem.message.contains("not UTF-8") && problem.message.contains("0xf6"))
        #expect(problem.advice?.contains("iconv -f WINDOWS-1252 -t UTF-8") == true)
    }

    @Test(
        "that is broken UTF-8 is refused wherever it stands",
        arguments: [
            [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80],
        ] as [[UInt8]]) func broken(_ bytes: [UInt8]) throws
    {
        let problem = try #require(throws: EventFileProblem.self) {
            try ReadFile(Array("event,unit,at\norder,ann,2025-03-02\norder,".utf8) + bytes)
        }
        #expect(problem.line == 3)
    }

    @Test(
        "that is not a text is refused by name, with a next step",
        arguments: [
            ([0x50, 0x4B, 3, 4, 20], "Excel", "CSV UTF-8"),
            ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "old Excel", "CSV UTF-8"),
            (Array("PAR1\u{15}".utf8), "Parquet", "duckdb"),
            (Array("SQLite format 3\0".utf8), "SQLite", "sqlite3"),
            ([0x28, 0xB5, 0x2F, 0xFD, 4], "Zstandard", "zstd -dc"),
            (Array("<!DOCTYPE html>".utf8), "HTML", "login"),
            (Array("{\\rtf1\\ansi\nevent,unit,at}".utf8), "RTF", "plain text"),
            ([0xFF, 0xFE, 0, 0, 97, 0, 0, 0], "UTF-32", "iconv"), ([1, 2, 3, 0, 5, 6, 7], "not text", "CSV"),
        ] as [([UInt8], String, String)]) func foreign(_ bytes: [UInt8], _ name: String, _ advice: String)
        throws
    {
        let problem = try #require(throws: EventFileProblem.self) { try ReadFile(bytes) }
        #expect(problem.message.contains(name), "\(problem)")
        #expect(problem.advice?.contains(advice) == true, "\(problem)")
    }
}
