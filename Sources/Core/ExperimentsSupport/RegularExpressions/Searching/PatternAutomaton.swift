/// Determines whether a regular expression occurs in a string, byte by byte, with a table of states that is built as
/// needed. Each step is computed once, regardless of the number of strings. The cost is limited for all expressions and
/// strings.
///
/// The code that runs for each byte is inlinable, because a filter searches the strings of 100,000 keys between two
/// keystrokes.
@usableFromInline
package struct PatternAutomaton: Sendable {
    private struct State: Hashable {
        let steps: [Int32]
        let before: PatternStepper.Before
    }

    private var stepper: PatternStepper
    /// The column of the table for each byte. Bytes that no set of the pattern distinguishes share one.
    @usableFromInline
    let columns: [UInt8]
    @usableFromInline
    let endColumn: Int
    @usableFromInline
    let width: Int
    /// One example byte of each column.
    private var samples: [UInt8] = []

    private var states: [State] = []
    private var numbers: [State: Int32] = [:]
    @usableFromInline
    var table: [Int32] = []
    /// Whether the expression turned out to take too much work. Strings that were not searched by then count as not
    /// found.
    @usableFromInline
    package private(set) var gaveUp = false

    @inlinable
    static var unknown: Int32 { -1 }
    @inlinable
    static var found: Int32 { -2 }
    private static let stateLimit = 1000
    /// The number of steps for one search, which takes some tenths of a second.
    private static let workLimit = 10_000_000

    init(_ program: PatternProgram) {
        stepper = PatternStepper(program)
        var signatures: [[Bool]: UInt8] = [:]
        var columns: [UInt8] = []
        for byte in UInt8.min...UInt8.max {
            var signature = program.sets.map { $0.contains(byte) }
            if program.hasAssertions {
                let continues = ByteSet.continuations.contains(byte)
                signature += [program.wordBytes.contains(byte), continues, byte == 0x0a]
            }
            if signatures[signature] == nil {
                signatures[signature] = UInt8(signatures.count)
                samples.append(byte)
            }
            columns.append(signatures[signature] ?? 0)
        }
        self.columns = columns
        endColumn = samples.count
        width = samples.count + 1
        begin()
    }

    private mutating func begin() {
        states = []
        numbers = [:]
        table = []
        _ = number(of: State(steps: [], before: .nothing))
    }

    /// Prepares for the search of more strings.
    package mutating func renew() {
        gaveUp = false
        stepper.resetWork()
    }

    /// Returns whether the expression occurs in a string.
    @inlinable
    package mutating func isFound(in text: some Sequence<UInt8>) -> Bool {
        var state: Int32 = 0
        for byte in text {
            state = next(state, Int(columns[Int(byte)]))
            if state == Self.found { return !gaveUp }
        }
        return next(state, endColumn) == Self.found && !gaveUp
    }

    @inlinable
    @inline(__always)
    mutating func next(_ state: Int32, _ column: Int) -> Int32 {
        let known = table[Int(state) * width + column]
        return known != Self.unknown ? known : workOut(state, column)
    }

    @usableFromInline
    mutating func workOut(_ number: Int32, _ column: Int) -> Int32 {
        guard stepper.work < Self.workLimit else {
            gaveUp = true
            return 0
        }
        let state = states[Int(number)]
        let byte = column == endColumn ? nil : samples[column]
        var steps: [Int32] = []
        var isFound = false
        stepper.beginPlace()
        for step in state.steps + [stepper.program.start] where !isFound {
            isFound = stepper.follow(step, after: state.before, over: byte) { steps.append($0) }
        }
        guard !isFound else {
            table[Int(number) * width + column] = Self.found
            return Self.found
        }
        steps.sort()
        var last: Int32 = -1
        steps.removeAll { step in
            defer { last = step }
            return step == last
        }
        let before = stepper.program.hasAssertions ? PatternStepper.Before(byte, stepper.program) : .nothing
        let isFull = states.count >= Self.stateLimit
        if isFull { begin() }
        let next = self.number(of: State(steps: steps, before: before))
        if !isFull { table[Int(number) * width + column] = next }
        return next
    }

    private mutating func number(of state: State) -> Int32 {
        if let number = numbers[state] { return number }
        let number = Int32(states.count)
        states.append(state)
        numbers[state] = number
        table.append(contentsOf: repeatElement(Self.unknown, count: width))
        return number
    }
}

/// Moves from one set of steps to the next, over a byte or the end of the text.
struct PatternStepper: Sendable {
    /// What comes before a position of the text, as far as it matters for assertions.
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
    mutating func follow(_ first: Int32, after before: Before, over byte: UInt8?, take: (Int32) -> Void)
        -> Bool
    {
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
    /// Returns whether an assertion holds between the preceding text and a byte, which is nil at the end.
    func holds(_ assertion: PatternTree.Assertion, between before: PatternStepper.Before, and byte: UInt8?)
        -> Bool
    {
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
