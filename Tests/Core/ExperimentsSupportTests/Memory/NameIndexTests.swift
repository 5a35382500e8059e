import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("The index of names")
struct NameIndexTests {
    @Test("finds what was added and nothing else", arguments: [0, 1, 7, 8, 9, 1_000])
    func finds(_ count: Int) {
        let names = (0..<count).map { "name \($0)" }
        var index = NameIndex(capacity: count)
        for (number, name) in names.enumerated() {
            #expect(index.insert(name, number, equals: { names[$0] == name }) == nil)
        }
        for (number, name) in names.enumerated() {
            #expect(index.number(of: name, equals: { names[$0] == name }) == number)
            #expect(index.insert(name, count, equals: { names[$0] == name }) == number)
        }
        #expect(index.number(of: "other", equals: { names[$0] == "other" }) == nil)
    }

    @Test("tells names apart that hash alike")
    func collisions() {
        let names = ["a", "b", "c"]
        var index = NameIndex(capacity: 3)
        for number in names.indices {
            #expect(index.insert(hash: -1, number, equals: { names[$0] == names[number] }) == nil)
        }
        #expect(index.insert(hash: -1, 9, equals: { names[$0] == "b" }) == 1)
    }
}
