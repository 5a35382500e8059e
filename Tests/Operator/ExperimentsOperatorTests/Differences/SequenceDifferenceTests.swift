import ExperimentsOperator
import TestSupport
import Testing

@Suite("What differs between two sequences", .inTurn)
struct SequenceDifferenceTests {
    typealias Hunk = SequenceDifference.Hunk

    /// The new sequence, made of the old one by the hunks.
    static func applied<Element>(_ hunks: [Hunk], to old: [Element], _ new: [Element]) -> [Element] {
        var result: [Element] = []
        var place = 0
        for hunk in hunks {
            result += old[place..<hunk.old.lowerBound]
            result += new[hunk.new]
            place = hunk.old.upperBound
        }
        return result + old[place...]
    }

    /// The length of the longest sequence that both hold, by the textbook.
    static func sharedLength(_ old: [Int], _ new: [Int]) -> Int {
        var row = [Int](repeating: 0, count: new.count + 1)
        for element in old {
            var diagonal = 0
            for (place, other) in new.enumerated() {
                let above = row[place + 1]
                row[place + 1] = element == other ? diagonal + 1 : max(above, row[place])
                diagonal = above
            }
        }
        return row[new.count]
    }

    @Test("is nothing between equal ones", arguments: [[], [1], [1, 2, 2, 1]])
    func same(elements: [Int]) {
        #expect(SequenceDifference(elements, elements).hunks.isEmpty)
    }

    @Test("is reported in places of both")
    func places() {
        let hunks = SequenceDifference(Array("abcdef"), Array("abXdeYf")).hunks
        let expected = [Hunk(old: 2..<3, new: 2..<3), Hunk(old: 5..<5, new: 5..<6)]
        #expect(hunks == expected)
    }

    @Test("makes the new one of the old one, in as few steps as there can be")
    func shortest() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<400 {
            let letters = 1 + round % 6
            let old = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                Int.random(in: 0...letters, using: &random)
            }
            let new = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                Int.random(in: 0...letters, using: &random)
            }
            let hunks = SequenceDifference(old, new).hunks
            #expect(Self.applied(hunks, to: old, new) == new, "\(old) \(new)")
            let kept = old.count - hunks.reduce(0) { $0 + $1.old.count }
            #expect(kept == Self.sharedLength(old, new), "\(old) \(new)")
        }
    }

    @Test("is found in large ones, too, that have little or nothing in common")
    func large() {
        let numbers = Array(0..<60_000)
        let others: [Int] = numbers.map { -1 - $0 }
        let everything = Hunk(old: 0..<60_000, new: 0..<60_000)
        #expect(SequenceDifference(numbers, others).hunks == [everything])
        var random = SeededGenerator(seed: 3)
        let shuffled = numbers.shuffled(using: &random)
        let hunks = SequenceDifference(numbers, shuffled).hunks
        #expect(Self.applied(hunks, to: numbers, shuffled) == shuffled)
        var edited = numbers
        for place in stride(from: 59_000, to: 0, by: -1_000) { edited[place] = -place }
        #expect(SequenceDifference(numbers, edited).hunks.count == 59)
    }
}
