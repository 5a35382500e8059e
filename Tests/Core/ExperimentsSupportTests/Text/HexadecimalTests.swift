import ExperimentsSupport
import TestSupport
import Testing

@Suite("Hexadecimal digits", .inTurn)
struct HexadecimalTests {
    @Test("every byte becomes two digits, and comes back from them in either case")
    func bytes() {
        #expect(Hexadecimal.text([0, 9, 10, 255]) == "00090aff")
        #expect(Hexadecimal.bytes("00090aFf") == [0, 9, 10, 255])
        #expect(Hexadecimal.text([UInt8]()).isEmpty)
    }

    @Test(
        "half a byte and characters other than digits are refused",
        arguments: ["0", "000", "0g", "+1", " 1", "é"])
    func others(_ text: String) {
        #expect(Hexadecimal.bytes(text) == nil)
    }

    @Test("an ID has 32 digits, whatever the random numbers are")
    func padding() {
        var small = ConstantNumbers()
        #expect(Hexadecimal.randomID(using: &small) == "00000000000000010000000000000001")
    }

    private struct ConstantNumbers: RandomNumberGenerator {
        mutating func next() -> UInt64 { 1 }
    }
}
