/// Moves from one set of steps to the next, over a byte or the end of the text.
struct PatternStepper: Sendable {
    /// What precedes a position of the text, as far as an assertion can ask.
    enum Before: UInt8, Sendable, Hashable {
        case nothing, word, lineFeed, other

        /// - Parameter byte: nil at the start of the text.
        init(_ byte: UInt8?, _ program: PatternProgram) {
            guard let byte else {
                self = .nothing
                return
            }
            self = program.wordBytes.contains(byte) ? .word : byte == 0x0a ? .lineFeed : .other
        }
    }

    let program: PatternProgram
    private var visited: [Int32]
    private var round: Int32 = 0
    private var waiting: [Int32] = []
    /// The number of steps followed so far.
    private(set) var work = 0

    init(_ program: PatternProgram) {
        self.program = program
        visited = [Int32](repeating: 0, count: program.steps.count)
    }

    mutating func resetWork() {
        work = 0
    }

    /// Begins a new position in the text, at which no step has been followed yet.
    mutating func beginPlace() {
        round += 1
        if round == .max {
            round = 1
            for index in visited.indices { visited[index] = 0 }
        }
    }

    /// Follows a step at this position, and calls `take` with the steps after the byte. Returns whether the end was
    /// reached.
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
            case .fork(let first, let second), .loop(let first, let second):
                waiting.append(second)
                waiting.append(first)
            case .check(let assertion, let next):
                if program.holds(assertion, between: before, and: byte) { waiting.append(next) }
            // Only in programs that are not regular, which are not run here.
            case .note, .forget, .reference, .look: break
            }
        }
        return isFound
    }
}

extension PatternProgram {
    /// Returns whether an assertion holds between what precedes and a byte, which is nil at the end.
    func holds(_ assertion: PatternTree.Assertion, between before: PatternStepper.Before, and byte: UInt8?) -> Bool {
        let isBoundary = (before == .word) != (byte.map(wordBytes.contains) ?? false)
        return switch assertion {
        case .start: before == .nothing
        case .end: byte == nil
        case .lineStart: before == .nothing || before == .lineFeed
        case .lineEnd: byte == nil || byte == 0x0a
        case .wordBoundary: isBoundary
        case .noWordBoundary:
            !isBoundary && (splitsCharacters || !(byte.map(ByteSet.continuations.contains) ?? false))
        }
    }
}
