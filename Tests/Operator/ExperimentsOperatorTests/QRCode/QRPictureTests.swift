import Testing

@testable import ExperimentsOperator

@Suite("Pictures of QR codes")
struct QRPictureTests {
    /// The three large squares of the smallest code, and nothing else.
    private var finders: [[Bool]] {
        (0..<21).map { row in
            (0..<21).map { column in
                let isCorner = (row < 7 && (column < 7 || column > 13)) || (row > 13 && column < 7)
                guard isCorner else { return false }
                let (inner, across) = (row % 14, column % 14)
                let isRing = inner == 0 || inner == 6 || across == 0 || across == 6
                return isRing || ((2...4).contains(inner) && (2...4).contains(across))
            }
        }
    }

    private func printed(_ rows: [[Bool]], border: Int = 0) -> String {
        let width = 2 * (rows.count + 2 * border)
        let blank = Array(repeating: String(repeating: " ", count: width), count: border)
        let lines = rows.map { row in
            String(repeating: " ", count: 2 * border) + row.map { $0 ? "##" : "  " }.joined()
                + String(repeating: " ", count: 2 * border)
        }
        return (blank + lines + blank).joined(separator: "\n") + "\n"
    }

    @Test("light modules are drawn, two rows to a line, with a border")
    func halfBlocks() throws {
        let lines = try #require(QRPicture(rows: finders)).lines()
        #expect(lines.count == 13 && lines.allSatisfy { $0.count == 25 })
        #expect(lines[0] == String(repeating: "█", count: 25))
        #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ ███"))
        #expect(lines[2].hasPrefix("██ █   █ ███"))
        #expect(lines[12] == String(repeating: "▀", count: 25))
    }

    @Test("the same with ASCII characters alone")
    func ascii() throws {
        let lines = try #require(QRPicture(rows: finders)).lines(isASCII: true)
        #expect(lines.count == 25 && lines.allSatisfy { $0.count == 50 && $0.allSatisfy(\.isASCII) })
        #expect(lines[2].hasPrefix("####              ####"))
    }

    @Test("what the program prints is read, with a border and without one")
    func printed() throws {
        let picture = try #require(QRPicture(rows: finders))
        for border in [0, 1, 4] { #expect(QRPicture(printed: printed(finders, border: border)) == picture) }
        // Blanks at the ends of lines may be gone.
        let trimmed = printed(finders).split(separator: "\n").map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        #expect(QRPicture(printed: trimmed.joined(separator: "\n")) == picture)
    }

    @Test("what is no code is none", arguments: ["", "\n\n", "qrencode: command not found", "##  ##\n  ##  \n"])
    func none(text: String) {
        #expect(QRPicture(printed: text) == nil)
    }
}
