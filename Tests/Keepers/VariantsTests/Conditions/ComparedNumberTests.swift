import ExperimentsCore
import Testing

@testable import Variants

@Suite("Numbers of comparisons")
struct ComparedNumberTests {
    @Test("a text is the number that JavaScript takes it for, if it is one")
    func texts() {
        #expect(ComparedNumber(.string("+0.5")).value == 0.5)
        #expect(ComparedNumber(.array([.string(" 0x1 ")])).value == 1)
        #expect(ComparedNumber(.string("")).value == 0)
        #expect(ComparedNumber(.string("foo")).value == nil)
    }
}
