/// Finds out whether a regular expression occurs in a text, byte by byte, with a table of states that is built as
/// needed. Each step is computed once, however many texts there are. The cost is limited, whatever the expression and
/// the texts are.
///
/// The code that runs for each byte is inlinable, because a filter searches the texts of 100,000 keys between two
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
    /// One byte of each column.
    private var samples: [UInt8] = []

    private var states: [State] = []
    private var numbers: [State: Int32] = [:]
    @usableFromInline
    var table: [Int32] = []
    /// Whether the expression turned out to take too much work. Texts that were not searched by then count as not
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

    /// Prepares for the search of more texts.
    package mutating func renew() {
        gaveUp = false
        stepper.resetWork()
    }

    /// Returns whether the expression occurs in a text.
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
