import ExperimentsCore
import TestSupport
import Testing

@testable import Variants

@Suite("Numbers of comparisons", .inTurn)
struct ComparedNumberTests {
    @Test("a text is the number that JavaScript takes it for, if it is one")
    func texts() {
        #expect(JSONValue.string("+0.5").comparedNumber == 0.5)
        #expect(JSONValue.array([.string(" 0x1 ")]).comparedNumber == 1)
        #expect(JSONValue.string("").comparedNumber == 0)
        #expect(JSONValue.string("foo").comparedNumber == nil)
    }
}
