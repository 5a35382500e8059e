import ExperimentsSupport
import Testing

@Suite("Comparing secrets")
struct ConstantTimeTests {
    @Test("only the same bytes in the same number are the same")
    func comparing() {
        #expect(ConstantTime.areSame([1, 2], [1, 2]))
        #expect(ConstantTime.areSame([UInt8](), [UInt8]()))
        #expect(!ConstantTime.areSame([1, 2], [1, 3]))
        #expect(!ConstantTime.areSame([1, 2], [1, 2, 0]))
        #expect(!ConstantTime.areSame([1, 2, 0], [1, 2]))
    }
}
