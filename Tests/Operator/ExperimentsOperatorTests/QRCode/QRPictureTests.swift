import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Pictures of QR codes", .inTurn)
struct QRPictureTests {
    private let code = QRCode("shop")

    @Test("light modules are drawn, two rows to a line, with a border")
    func halfBlocks() throws {
        let picture = QRPicture(try #require(code))
        #expect(picture.columns == 29 && picture.rows == 15)
        #expect(picture.lines.count == 15 && picture.lines.allSatisfy { $0.count == 29 })
        #expect(picture.lines[0] == String(repeating: "█", count: 29))
        #expect(picture.lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
        #expect(picture.lines[3].hasPrefix("████ █   █ █"))
        #expect(picture.lines[14] == String(repeating: "▀", count: 29))
    }

    @Test("the same with only ASCII characters")
    func ascii() throws {
        let picture = QRPicture(try #require(code), isASCII: true)
        #expect(picture.columns == 58 && picture.rows == 29 && picture.lines.count == 29)
        #expect(picture.lines.allSatisfy { $0.count == 58 && $0.allSatisfy(\.isASCII) })
        #expect(picture.lines[4].hasPrefix("########              ##"))
    }

    @Test("in a small room the border shrinks, and a code that would be cut is not drawn")
    func room() throws {
        let code = try #require(code)
        #expect(QRPicture(code, columns: 80, rows: 23)?.columns == 29)
        #expect(QRPicture(code, columns: 80, rows: 13)?.columns == 25)
        #expect(QRPicture(code, columns: 24, rows: 13)?.columns == 23)
        #expect(QRPicture(code, columns: 80, rows: 11) == nil)
        #expect(QRPicture(code, columns: 22, rows: 40) == nil)
        let smallest = QRPicture.smallest(of: code)
        #expect(QRPicture(code, columns: smallest.columns, rows: smallest.rows) == smallest)
    }

    @Test("every module of the code is in the picture")
    func modules() throws {
        let code = try #require(code)
        let lines = QRPicture(code, isASCII: true).lines.map(Array.init)
        for row in 0..<code.size {
            for column in 0..<code.size {
                #expect((lines[row + 4][2 * (column + 4)] == " ") == code.rows[row][column])
            }
        }
    }
}
