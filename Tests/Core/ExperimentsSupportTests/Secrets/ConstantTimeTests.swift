import ExperimentsSupport
import TestSupport
import Testing

@Suite("Comparing secrets", .inTurn)
struct ConstantTimeTests {
    @Test("only the same bytes in the same number are the same")
    func comparing() {
        #expect(([1, 2] as [UInt8]).equalsInConstantTime([1, 2]))
        #expect([UInt8]().equalsInConstantTime([]))
        #expect(!([1, 2] as [UInt8]).equalsInConstantTime([1, 3]))
        #expect(!([1, 2] as [UInt8]).equalsInConstantTime([1, 2, 0]))
        #expect(!([1, 2, 0] as [UInt8]).equalsInConstantTime([1, 2]))
    }
}
