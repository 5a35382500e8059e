import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("QR codes", .inTurn)
struct QRCodeTests {
    private static let link =
        "shop-debug://experiments?server=http://192.168.178.120:4180&token=exl_abcdefghijklmnopqrstuvwxyz012345&app=shop"

    private func text(_ rows: [[Bool]]) -> [String] {
        rows.map { row in String(row.map { $0 ? Character("#") : "." }) }
    }

    private func dark(_ code: QRCode) -> Int { code.rows.reduce(0) { $0 + $1.count { $0 } } }

    /// The example of ISO/IEC 18004, annex I: 01234567 in numeric mode, version 1-M.
    private let standard: [UInt8] = [
        0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
    ]

    @Test("the standard's example has the error correction that the standard prints")
    func correction() {
        #expect(
            QRBlocks.correction(of: standard, count: 10)
                == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
    }

    @Test("the standard's example is the symbol that the standard prints, with the mask that it has there")
    func symbol() {
        let code = QRCode(standard, QRVersion(number: 1), .medium, mask: 2)
        #expect(
            text(code.rows) == [
                "#######..#.##.#######", "#.....#..####.#.....#", "#.###.#.#.....#.###.#",
                "#.###.#.##....#.###.#",
                "#.###.#.#.###.#.###.#", "#.....#.#...#.#.....#", "#######.#.#.#.#######",
                "........#..##........",
                "#.#####..#..#.#####..", "...#.#.##.#.#..#.##..", "..#...##.#.#.#..#####",
                "....#....#.....####..",
                "...######..#.#..#....", "........#.#####..##..", "#######..##.#.##.....",
                "#.....#.#.#####...#.#",
                "#.###.#.#...#..#.##..", "#.###.#.##..#..#.....", "#.###.#.#.##.#..#.#..",
                "#.....#........##.##.",
                "#######.####.#..#.#..",
            ])
    }

    @Test("level and mask, and the version, have the error correction of the standard's examples")
    func formats() {
        #expect(QRCanvas.formatBits(.medium, mask: 5) == 0b100_0000_1100_1110)
        #expect(QRCanvas.versionBits(7) == 0b000111_1100_1001_0100)
        #expect(QRCanvas.versionBits(6) == nil)
    }

    @Test("alignment patterns lie where the standard's table has them")
    func alignment() {
        let places: [Int: [Int]] = [
            1: [], 2: [6, 18], 7: [6, 22, 38], 14: [6, 26, 46, 66], 15: [6, 26, 48, 70],
            22: [6, 26, 50, 74, 98],
            32: [6, 34, 60, 86, 112, 138], 36: [6, 24, 50, 76, 102, 128, 154],
            40: [6, 30, 58, 86, 114, 142, 170],
        ]
        for (number, expected) in places {
            #expect(QRVersion(number: number).alignment == expected, "\(number)")
        }
    }

    @Test("a version holds as many bytes as the standard's table says")
    func capacity() {
        let capacities: [(version: Int, level: QRCode.Level, bytes: Int)] = [
            (1, .low, 17), (1, .high, 7), (5, .low, 106), (6, .low, 134), (6, .medium, 106),
            (9, .quartile, 130),
            (10, .low, 271), (20, .medium, 666), (27, .high, 625), (40, .low, 2953), (40, .high, 1273),
        ]
        for (number, level, bytes) in capacities {
            let version = QRVersion(number: number)
            func holds(_ count: Int) -> Bool {
                version.holds(Array(repeating: 0x61, count: count), at: level)
            }
            #expect(holds(bytes) && !holds(bytes + 1), "\(number) \(level)")
        }
    }

    @Test("a text gets the smallest version, and the highest level that this version has room for")
    func choice() throws {
        let short = try #require(QRCode("shop"))
        #expect(short.version == 1 && short.level == .high && short.size == 21)
        let link = try #require(QRCode(Self.link))
        #expect(link.version == 6 && link.level == .low && link.size == 41)
        let safe = try #require(QRCode("shop and more", least: .high))
        #expect(safe.version == 2 && safe.level == .high)
        #expect(QRCode(String(repeating: "x", count: 2953))?.version == 40)
        #expect(QRCode(String(repeating: "x", count: 2954)) == nil)
    }

    @Test("codes of many blocks, with alignment and version patterns, are those that another encoder draws")
    func others() throws {
        // The numbers of dark modules, and rows, of codes that qrencode 4 made of the same text.
        let code = QRCode(
            QRVersion(number: 7).codewords(of: Array(Self.link.utf8), at: .medium), QRVersion(number: 7),
            .medium,
            mask: 3)
        #expect(dark(code) == 1026)
        #expect(
            text([code.rows[0], code.rows[22], code.rows[44]]) == [
                "#######.#..##.#.#....###.#..####.#..#.#######",
                "#####.#.#..###..#.#.#.#.####.##.#.###.#.##..#",
                "#######.#.##..##.##..#...####..#.....###.##..",
            ])
    }

    @Test("each mask makes another code of the same data, and the one that is chosen is the easiest to read")
    func masks() {
        let version = QRVersion(number: 2)
        let data = version.codewords(of: Array("experiments".utf8), at: .low)
        let codes = (0..<8).map { QRCode(data, version, .low, mask: $0) }
        #expect(Set(codes.map(\.rows)).count == 8)
        var canvas = QRCanvas(version)
        canvas.place(QRBlocks(version, .low).interleaved(data))
        let penalties = (0..<8).map { canvas.masked($0, .low).penalty }
        #expect(penalties[QRCode(data, version, .low).mask] == penalties.min())
    }
}
