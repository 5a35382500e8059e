import ExperimentsSupport
import TestSupport
import Testing

@Suite("Texts of ASCII", .inTurn)
struct ASCIITextTests {
    @Test("letters and digits are those of ASCII")
    func bytes() {
        let all = UInt8.min...UInt8.max
        #expect(String(decoding: all.filter(\.isASCIIDigit), as: UTF8.self) == "0123456789")
        #expect(
            String(decoding: all.filter(\.isASCIILetter), as: UTF8.self)
                == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    }

    @Test("zeros fill a width, and leave a longer text as it is")
    func zeros() {
        #expect(["", "7", "123", "1234"].map { $0.zeroPadded(to: 3) } == ["000", "007", "123", "1234"])
    }

    @Test("lines end at line feeds, whatever comes before")
    func lines() {
        #expect("a\nb\r\n\nc".lines == ["a", "b\r", "", "c"])
        #expect("".lines == [""])
        #expect("a\n".lines == ["a", ""])
    }
}
