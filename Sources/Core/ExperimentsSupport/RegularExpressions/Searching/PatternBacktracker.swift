/// Searches for expressions that are not regular: those with references to groups or look-around.
///
/// It tries one alternative after the other, with a separate stack, so that no expression and no text can exhaust the
/// thread's stack. A step that was tried at a position is not tried there again, unless the expression refers to
/// groups. For those, the number of steps is limited.
struct PatternBacktracker {
    private enum Retreat {
        /// An alternative to continue with.
        case branch(step: Int32, place: Int)
        /// The previous content of a slot.
        case restore(slot: Int, value: Int)
        /// The position at which a loop began its previous iteration.
        case turn(loop: Int, place: Int)
    }

    /// The number of steps after which a search is abandoned.
    private static let stepLimit = 1_000_000
    /// The number of steps at all positions that are remembered, as bits: eight megabytes.
    private static let memoryLimit = 1 << 26

    private let program: PatternProgram
    private let text: [UInt8]
    /// The start and end of each group; -1 if the group has not matched.
    private var slots: [Int]
    /// The position at which each loop began its last iteration. An empty iteration is not followed by another.
    private var turns: [Int]
    private var tried: TriedSteps?
    private var stepsLeft = stepLimit

    init(_ program: PatternProgram, _ text: [UInt8]) {
        self.program = program
        self.text = text
        slots = Array(repeating: -1, count: 2 * program.groupCount)
        turns = Array(repeating: -1, count: program.steps.count)
        let (size, isTooLarge) = program.steps.count.multipliedReportingOverflow(by: text.count + 1)
        let isKept = !program.refers && !isTooLarge && size <= Self.memoryLimit
        tried = isKept ? TriedSteps(count: size) : nil
    }

    /// Returns whether the expression occurs; nil if that takes too many steps.
    mutating func isFound() -> Bool? {
        for start in 0...text.count where start == text.count || !ByteSet.continuations.contains(text[start])
        {
            for index in slots.indices { slots[index] = -1 }
            for index in turns.indices where tried == nil { turns[index] = -1 }
            guard let isFound = run(program.start, from: start) else { return nil }
            if isFound { return true }
        }
        return false
    }

    private mutating func run(_ first: Int32, from start: Int) -> Bool? {
        var retreats: [Retreat] = []
        let triedBefore = tried?.count ?? 0
        var (step, place) = (first, start)
        while true {
            stepsLeft -= 1
            guard stepsLeft > 0 else { return nil }
            var holds = tried?.insert(Int(step) * (text.count + 1) + place) ?? true
            if holds {
                switch program.steps[Int(step)] {
                case .found:
                    // The steps that led here did not fail, so they may be tried again.
                    tried?.removeAll(after: triedBefore)
                    return true
                case .take(let set, let next):
                    holds = place < text.count && program.sets[Int(set)].contains(text[place])
                    place += 1
                    step = next
                case .fork(let first, let second):
                    retreats.append(.branch(step: second, place: place))
                    step = first
                case .loop(let first, let next):
                    guard turns[Int(step)] != place || tried != nil else {
                        holds = !program.forgetsGroups
                        step = next
                        break
                    }
                    retreats.append(.turn(loop: Int(step), place: turns[Int(step)]))
                    turns[Int(step)] = place
                    retreats.append(.branch(step: next, place: place))
                    step = first
                case .check(let assertion, let next):
                    holds = program.holds(
                        assertion, between: before(place), and: place < text.count ? text[place] : nil)
                    step = next
                case .note(let slot, let next):
                    retreats.append(.restore(slot: slot, value: slots[slot]))
                    slots[slot] = place
                    step = next
                case .forget(let forgotten, let next):
                    for slot in forgotten where slots[slot] != -1 {
                        retreats.append(.restore(slot: slot, value: slots[slot]))
                        slots[slot] = -1
                    }
                    step = next
                case .reference(let group, let ignoresCase, let next):
                    let length = length(of: group, at: place, ignoresCase: ignoresCase)
                    holds = length != nil
                    place += length ?? 0
                    step = next
                case .look(let first, let behind, let isNegative, let next):
                    let before = slots
                    guard let isFound = look(first, behind, at: place) else { return nil }
                    holds = isFound != isNegative
                    // The groups that matched inside count from here on, and no longer once this alternative is
                    // abandoned.
                    if isNegative { slots = before }
                    for slot in slots.indices where slots[slot] != before[slot] {
                        retreats.append(.restore(slot: slot, value: before[slot]))
                    }
                    step = next
                }
            }
            if holds { continue }
            guard let branch = retreat(&retreats) else { return false }
            (step, place) = branch
        }
    }

    private mutating func retreat(_ retreats: inout [Retreat]) -> (step: Int32, place: Int)? {
        while let last = retreats.popLast() {
            switch last {
            case .branch(let step, let place): return (step, place)
            case .restore(let slot, let value): slots[slot] = value
            case .turn(let loop, let place): turns[loop] = place
            }
        }
        return nil
    }

    private mutating func look(_ first: Int32, _ behind: Int?, at place: Int) -> Bool? {
        var start = place
        for _ in 0..<(behind ?? 0) {
            guard start > 0 else { return false }
            start -= 1
            while start > 0, ByteSet.continuations.contains(text[start]) { start -= 1 }
        }
        return run(first, from: start)
    }

    private func before(_ place: Int) -> PatternStepper.Before {
        PatternStepper.Before(place > 0 ? text[place - 1] : nil, program)
    }

    /// Returns the length that a reference matches at a position; nil if it does not match.
    private func length(of group: Int, at place: Int, ignoresCase: Bool) -> Int? {
        let (start, end) = (slots[2 * group - 2], slots[2 * group - 1])
        guard start >= 0, end >= start else { return program.forgetsGroups ? 0 : nil }
        guard ignoresCase else { return text[place...].starts(with: text[start..<end]) ? end - start : nil }
        var rest = text[place...].makeIterator()
        var decoder = UTF8()
        var length = 0
        for scalar in String(decoding: text[start..<end], as: UTF8.self).unicodeScalars {
            guard case .scalarValue(let here) = decoder.decode(&rest),
                program.folding.folded(here.value) == program.folding.folded(scalar.value)
            else { return nil }
            length += UTF8.width(here)
        }
        return length
    }
}

/// The steps that were tried at each position, in order.
private struct TriedSteps {
    private var words: [UInt64]
    private var order: [Int] = []

    init(count: Int) {
        words = Array(repeating: 0, count: count / 64 + 1)
    }

    var count: Int { order.count }

    /// Returns whether the step had not been tried before.
    mutating func insert(_ index: Int) -> Bool {
        let bit = UInt64(1) << UInt64(index & 63)
        guard words[index >> 6] & bit == 0 else { return false }
        words[index >> 6] |= bit
        order.append(index)
        return true
    }

    /// Forgets the steps that were tried since there were this many.
    mutating func removeAll(after count: Int) {
        for index in order[count...] { words[index >> 6] &= ~(1 << UInt64(index & 63)) }
        order.removeSubrange(count...)
    }
}
