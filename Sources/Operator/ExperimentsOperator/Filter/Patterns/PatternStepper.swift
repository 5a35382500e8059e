/// Goes from one set of steps to the next, over a byte or the end of the text.
struct PatternStepper: Sendable {
    /// What lies before a place of the text, as far as a program can ask.
    enum Before: UInt8, Sendable, Hashable {
        case nothing, word, other

        init(_ byte: UInt8) {
            self = ByteSet.wordBytes.contains(byte) ? .word : .other
        }
    }

    let program: PatternProgram
    private var visited: [Int32]
    private var round: Int32 = 0
    private var waiting: [Int32] = []
    /// How many steps were looked at so far.
    private(set) var work = 0

    init(_ program: PatternProgram) {
        self.program = program
        visited = [Int32](repeating: 0, count: program.steps.count)
    }

    mutating func resetWork() {
        work = 0
    }

    /// A new place in the text: no step was looked at there.
    mutating func beginPlace() {
        round += 1
        if round == .max {
            round = 1
            for index in visited.indices { visited[index] = 0 }
        }
    }

    /// Follows a step at this place. `take` hears of the steps that come after the byte; whether the end was reached.
    mutating func follow(
        _ first: Int32, after before: Before, over byte: UInt8?, take: (Int32) -> Void
    ) -> Bool {
        var isFound = false
        waiting.append(first)
        while let step = waiting.popLast() {
            guard visited[Int(step)] != round else { continue }
            visited[Int(step)] = round
            work += 1
            switch program.steps[Int(step)] {
            case .found: isFound = true
            case .take(let set, let next):
                if let byte, program.sets[Int(set)].contains(byte) { take(next) }
            case .fork(let first, let second):
                waiting.append(second)
                waiting.append(first)
            case .check(let assertion, let next):
                if Self.holds(assertion, before, byte) { waiting.append(next) }
            }
        }
        return isFound
    }

    private static func holds(_ assertion: PatternTree.Assertion, _ before: Before, _ byte: UInt8?) -> Bool {
        let isBoundary = (before == .word) != (byte.map(ByteSet.wordBytes.contains) ?? false)
        return switch assertion {
        case .start: before == .nothing
        case .end: byte == nil
        case .wordBoundary: isBoundary
        // Between the bytes of one character there is nothing.
        case .noWordBoundary: !isBoundary && !(byte.map(ByteSet.continuations.contains) ?? false)
        }
    }
}
