/// The differences between two sequences: the places at which elements of one replace elements of the other.
///
/// It is the shortest path from one to the other (Myers, in linear space) if that is found in reasonable time,
/// otherwise a short one. So two sequences of a hundred thousand elements that have nothing in common are compared
/// quickly.
///
/// `difference(from:)` of the standard library is not used, because its time and memory grow with the square of the
/// differences, so that two large different values would delay a key press.
package struct SequenceDifference: Sendable, Hashable {
    /// Elements that gave way to others; one of the two ranges may be empty.
    package struct Hunk: Sendable, Hashable {
        package let old: Range<Int>
        package let new: Range<Int>

        package init(old: Range<Int>, new: Range<Int>) {
            self.old = old
            self.new = new
        }
    }

    /// The places that differ, in order. Between two of them, both sequences have the same elements.
    package let hunks: [Hunk]

    package init<Element: Hashable>(_ old: [Element], _ new: [Element]) {
        self.init(SequenceNumbers(old, new))
    }

    init(_ numbers: SequenceNumbers) {
        var search = Search(numbers.old, numbers.new, below: numbers.count)
        search.run()
        hunks = search.hunks
    }
}

/// The search for the elements that both sequences share.
private struct Search {
    /// The number of steps after which a short path is good enough; smaller for larger sequences.
    private let patience: Int

    /// The elements that occur on both sides, with their positions.
    private let old: [(element: Int, place: Int)]
    private let new: [(element: Int, place: Int)]
    private var isGone: [Bool]
    private var isNew: [Bool]
    /// The distance along the old sequence that each diagonal was followed from the start, and from the end.
    private var forward: [Int]
    private var backward: [Int]
    private let offset: Int

    /// - Parameter count: elements are numbers from 0 up to this.
    init(_ old: [Int], _ new: [Int], below count: Int) {
        func occurrences(_ elements: [Int]) -> [Bool] {
            var occurs = [Bool](repeating: false, count: count)
            for element in elements { occurs[element] = true }
            return occurs
        }
        func shared(_ elements: [Int], _ occursElsewhere: [Bool]) -> [(element: Int, place: Int)] {
            elements.indices.compactMap { occursElsewhere[elements[$0]] ? (elements[$0], $0) : nil }
        }
        self.old = shared(old, occurrences(new))
        self.new = shared(new, occurrences(old))
        isGone = Array(repeating: true, count: old.count)
        isNew = Array(repeating: true, count: new.count)
        offset = self.new.count + 1
        forward = Array(repeating: 0, count: self.old.count + self.new.count + 3)
        backward = forward
        patience = min(256, max(32, (1 << 24) / forward.count))
    }

    /// Marks the common elements.
    mutating func run() {
        var parts = [(old: 0..<old.count, new: 0..<new.count)]
        while let part = parts.popLast() {
            var (x, y) = (part.old.lowerBound, part.new.lowerBound)
            var (endX, endY) = (part.old.upperBound, part.new.upperBound)
            while x < endX, y < endY, old[x].element == new[y].element {
                share(x, y)
                (x, y) = (x + 1, y + 1)
            }
            while x < endX, y < endY, old[endX - 1].element == new[endY - 1].element {
                (endX, endY) = (endX - 1, endY - 1)
                share(endX, endY)
            }
            guard x < endX, y < endY else { continue }
            let middle = middle(x..<endX, y..<endY)
            parts.append((middle.x..<endX, middle.y..<endY))
            parts.append((x..<middle.x, y..<middle.y))
        }
    }

    private mutating func share(_ x: Int, _ y: Int) {
        isGone[old[x].place] = false
        isNew[new[y].place] = false
    }

    /// Returns a place on a shortest path through both parts, found by searching from both ends until the paths meet.
    private mutating func middle(_ xs: Range<Int>, _ ys: Range<Int>) -> (x: Int, y: Int) {
        let limits = (low: xs.lowerBound - ys.upperBound, high: xs.upperBound - ys.lowerBound)
        let start = xs.lowerBound - ys.lowerBound
        let end = xs.upperBound - ys.upperBound
        let meetsForward = (start - end) % 2 != 0
        var front = start...start
        var back = end...end
        forward[offset + start] = xs.lowerBound
        backward[offset + end] = xs.upperBound
        var steps = 0
        while true {
            front = Self.widened(front, limits: limits, reached: &forward, offset: offset, rim: -1)
            for diagonal in stride(from: front.upperBound, through: front.lowerBound, by: -2) {
                let x = follow(diagonal, xs: xs, ys: ys)
                if meetsForward, back.contains(diagonal), backward[offset + diagonal] <= x {
                    return (x, x - diagonal)
                }
            }
            back = Self.widened(back, limits: limits, reached: &backward, offset: offset, rim: .max)
            for diagonal in stride(from: back.upperBound, through: back.lowerBound, by: -2) {
                let x = followBack(diagonal, xs: xs, ys: ys)
                if !meetsForward, front.contains(diagonal), x <= forward[offset + diagonal] {
                    return (x, x - diagonal)
                }
            }
            steps += 1
            if steps == patience { return farthest(front, back, xs: xs, ys: ys) }
        }
    }

    /// Returns the diagonals one step further out. At a limit, one is left out, so that every second one is examined.
    private static func widened(
        _ diagonals: ClosedRange<Int>, limits: (low: Int, high: Int), reached: inout [Int], offset: Int,
        rim: Int
    ) -> ClosedRange<Int> {
        var (low, high) = (diagonals.lowerBound, diagonals.upperBound)
        if low > limits.low {
            low -= 1
            reached[offset + low - 1] = rim
        } else {
            low += 1
        }
        if high < limits.high {
            high += 1
            reached[offset + high + 1] = rim
        } else {
            high -= 1
        }
        return low...max(low, high)
    }

    private mutating func follow(_ diagonal: Int, xs: Range<Int>, ys: Range<Int>) -> Int {
        let (below, above) = (forward[offset + diagonal - 1], forward[offset + diagonal + 1])
        var x = below >= above ? below + 1 : above
        while x < xs.upperBound, x - diagonal < ys.upperBound, old[x].element == new[x - diagonal].element {
            x += 1
        }
        forward[offset + diagonal] = x
        return x
    }

    private mutating func followBack(_ diagonal: Int, xs: Range<Int>, ys: Range<Int>) -> Int {
        let (below, above) = (backward[offset + diagonal - 1], backward[offset + diagonal + 1])
        var x = below < above ? below : above - 1
        while x > xs.lowerBound, x - diagonal > ys.lowerBound,
            old[x - 1].element == new[x - 1 - diagonal].element
        {
            x -= 1
        }
        backward[offset + diagonal] = x
        return x
    }

    /// Returns the place where one of the two paths is farthest.
    private func farthest(
        _ front: ClosedRange<Int>, _ back: ClosedRange<Int>, xs: Range<Int>, ys: Range<Int>
    ) -> (x: Int, y: Int) {
        let fronts = stride(from: front.upperBound, through: front.lowerBound, by: -2).map { diagonal in
            let x = min(forward[offset + diagonal], xs.upperBound, ys.upperBound + diagonal)
            return (x: x, y: x - diagonal)
        }
        let backs = stride(from: back.upperBound, through: back.lowerBound, by: -2).map { diagonal in
            let x = max(backward[offset + diagonal], xs.lowerBound, ys.lowerBound + diagonal)
            return (x: x, y: x - diagonal)
        }
        let best = fronts.max { $0.x + $0.y < $1.x + $1.y } ?? (xs.lowerBound, ys.lowerBound)
        let bestBack = backs.min { $0.x + $0.y < $1.x + $1.y } ?? (xs.upperBound, ys.upperBound)
        let gained = best.x + best.y - xs.lowerBound - ys.lowerBound
        let gainedBack = xs.upperBound + ys.upperBound - bestBack.x - bestBack.y
        return gained > gainedBack ? best : bestBack
    }

    var hunks: [SequenceDifference.Hunk] {
        var hunks: [SequenceDifference.Hunk] = []
        var (x, y) = (0, 0)
        while x < isGone.count || y < isNew.count {
            let (startX, startY) = (x, y)
            while x < isGone.count, isGone[x] { x += 1 }
            while y < isNew.count, isNew[y] { y += 1 }
            if x > startX || y > startY { hunks.append(.init(old: startX..<x, new: startY..<y)) }
            while x < isGone.count, y < isNew.count, !isGone[x], !isNew[y] { (x, y) = (x + 1, y + 1) }
        }
        return hunks
    }
}

/// The elements of two sequences as numbers from 0. Equal elements have equal numbers.
struct SequenceNumbers {
    let old: [Int]
    let new: [Int]
    /// All numbers are lower than this.
    let count: Int

    init<Element: Hashable>(_ old: [Element], _ new: [Element]) {
        var numbers: [Element: Int] = [:]
        func number(_ element: Element) -> Int {
            if let number = numbers[element] { return number }
            numbers[element] = numbers.count
            return numbers.count - 1
        }
        self.old = old.map(number)
        self.new = new.map(number)
        count = numbers.count
    }
}

extension Hasher {
    /// Returns a number for the bytes of a text, which differs for different texts except with a probability of 2⁻⁶⁴.
    static func fingerprint(of text: Substring) -> Int {
        var hasher = Hasher()
        hasher.combine(bytesOf: text)
        return hasher.finalize()
    }

    /// Combines the bytes of a text, because Swift considers `é` as one scalar and as two to be equal.
    mutating func combine(bytesOf text: some StringProtocol) {
        // The storage of a part of a text is that of the text.
        if text.utf8.withContiguousStorageIfAvailable({ combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
            for byte in text.utf8 { combine(byte) }
        }
    }
}
