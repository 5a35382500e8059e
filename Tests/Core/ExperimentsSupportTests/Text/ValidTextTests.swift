import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("A text of valid code units", .inTurn)
struct ValidTextTests {
    private static let units: [[UInt8]] = [
        [], Array("abc".utf8), Array("é漢🎉\u{0}".utf8), [0xFF], [0x61, 0x80], [0xC3], [0xE6, 0xBC],
        [0xF0, 0x9F, 0x8E],
        [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
        [0xEF, 0xBB, 0xBF, 0x61],
    ]

    @Test("is the same on systems whose standard library cannot validate", arguments: units)
    func older(bytes: [UInt8]) {
        let expected = String(validUTF8: bytes)
        #expect(
            String(strictly: bytes, as: UTF8.self).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        #expect((expected == nil) == (Array(String(decoding: bytes, as: UTF8.self).utf8) != bytes))
    }

    @Test(
        "is found in UTF-16 as well",
        arguments: [[0x61, 0xD83C, 0xDF89], [0xD83C], [0xDF89, 0x61], []] as [[UInt16]])
    func wide(units: [UInt16]) {
        let expected = String(valid: units, as: UTF16.self)
        #expect(
            String(strictly: units, as: UTF16.self).map { Array($0.utf16) }
                == expected.map { Array($0.utf16) })
    }
}
