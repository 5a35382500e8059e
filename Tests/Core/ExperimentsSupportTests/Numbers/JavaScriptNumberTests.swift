import ExperimentsSupport
import TestSupport
import Testing

@Suite("Numbers of JavaScript", .inTurn)
struct JavaScriptNumberTests {
    @Test("Numbers are written as JavaScript writes them")
    func numbers() {
        let written = [1.0, 1.5, 1e21, 123_456_789_012_345_683_968, 1e-6, 1.5e-7, -0.25, 0.1 + 0.2].map {
            JavaScriptNumber.text(of: $0)
        }
        #expect(
            written == [
                "1", "1.5", "1e+21", "123456789012345680000", "0.000001", "1.5e-7", "-0.25",
                "0.30000000000000004",
            ])
    }

    @Test("Texts are read as JavaScript reads them")
    func reading() {
        let read = ["", " 0.5 ", "+2", "0x10", "1e3", "-Infinity"].map { JavaScriptNumber.value(of: $0) }
        #expect(read == [0, 0.5, 2, 16, 1000, -.infinity])
        #expect(["foo", "1 2", "inf", "1_000"].allSatisfy { JavaScriptNumber.value(of: $0).isNaN })
    }
}
