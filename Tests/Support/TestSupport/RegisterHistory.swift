/// What clients did to one register and what they were answered, to be checked for linearizability: whether there is an
/// order of all operations that explains every answer, with each operation between its call and its answer.
public struct RegisterHistory: Sendable {
    /// What an operation does.
    public enum Action: Sendable, Hashable {
        /// Was answered with a value; nil if there was none.
        case read(String?)
        /// Sets a value; nil removes it.
        case write(String?)
        /// Sets a value if the register still has the first one.
        case change(from: String?, to: String?)
    }

    /// An operation of a client.
    public struct Operation: Sendable, Hashable {
        /// What it does.
        public let action: Action
        /// The time of its call, in any unit.
        public let call: Int
        /// The time of its answer; nil if it is not known whether it was done. It may then take effect at any later time,
        /// or never.
        public let answer: Int?

        public init(_ action: Action, _ call: Int, _ answer: Int?) {
            (self.action, self.call, self.answer) = (action, call, answer)
        }
    }

    private let operations: [Operation]
    private let start: String?

    /// - Parameters:
    ///   - operations: all operations on the register. Those that were certainly not done are left out.
    ///   - start: the value before the first of them.
    public init(_ operations: [Operation], from start: String? = nil) {
        (self.operations, self.start) = (operations.filter { !$0.saysNothing }, start)
    }

    /// Whether an order explains every answer.
    ///
    /// The search is that of Wing and Gong, with the memory of states that were tried by Lowe.
    public var isLinearizable: Bool {
        var list = EventList(operations)
        var value = start
        var done = Bits(count: operations.count)
        var tried: Set<Tried> = []
        var path: [(operation: Int, value: String?)] = []
        var event = list.first
        while list.answersLeft > 0 {
            switch list.kind(of: event) {
            case .call(let number):
                if let next = operations[number].result(on: value) {
                    done.insert(number)
                    if tried.insert(Tried(done: done, value: next)).inserted {
                        path.append((number, value))
                        value = next
                        list.lift(number)
                        event = list.first
                        continue
                    }
                    done.remove(number)
                }
                event = list.next(event)
            case .answer, .end:
                guard let (number, before) = path.popLast() else { return false }
                value = before
                done.remove(number)
                list.putBack(number)
                event = list.next(list.call(of: number))
            }
        }
        return true
    }
}

extension RegisterHistory.Operation {
    /// A read without an answer.
    fileprivate var saysNothing: Bool {
        if case .read = action { answer == nil } else { false }
    }

    /// The value after the operation, wrapped; nil if its answer is not possible on a value.
    fileprivate func result(on value: String?) -> String?? {
        switch action {
        case .read(let found): found == value ? .some(value) : .none
        case .write(let new): .some(new)
        case .change(let old, let new): old == value ? .some(new) : .none
        }
    }
}

private struct Tried: Hashable {
    let done: Bits
    let value: String?
}

/// A set of small numbers.
private struct Bits: Hashable {
    private var words: [UInt64]

    init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

    mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

    mutating func remove(_ number: Int) { words[number / 64] &= ~(1 << UInt64(number % 64)) }
}

/// The calls and answers in the order of their times. The events of an operation can be taken out and put back.
private struct EventList {
    enum Kind {
        case call(Int)
        case answer
        case end
    }

    private var kinds: [Kind] = []
    private var following: [Int] = []
    private var preceding: [Int] = []
    private var calls: [Int]
    private var answers: [Int?]
    private let end: Int
    /// The number of answers that are in the list.
    private(set) var answersLeft = 0

    init(_ operations: [RegisterHistory.Operation]) {
        calls = Array(repeating: 0, count: operations.count)
        answers = Array(repeating: nil, count: operations.count)
        var events: [(time: Int, isAnswer: Bool, operation: Int)] = []
        for (number, operation) in operations.enumerated() {
            events.append((operation.call, false, number))
            if let answer = operation.answer { events.append((answer, true, number)) }
        }
        // Of events at the same time, calls are first: the operations then overlap.
        events.sort {
            ($0.time, $0.isAnswer ? 1 : 0, $0.operation) < ($1.time, $1.isAnswer ? 1 : 0, $1.operation)
        }
        for (index, event) in events.enumerated() {
            kinds.append(event.isAnswer ? .answer : .call(event.operation))
            if event.isAnswer { answers[event.operation] = index } else { calls[event.operation] = index }
        }
        answersLeft = events.count { $0.isAnswer }
        end = events.count
        kinds.append(.end)
        // A ring: the end is followed by the first.
        following = (0...end).map { $0 == end ? 0 : $0 + 1 }
        preceding = (0...end).map { $0 == 0 ? end : $0 - 1 }
    }

    var first: Int { following[end] }

    func kind(of event: Int) -> Kind { kinds[event] }

    func next(_ event: Int) -> Int { following[event] }

    func call(of operation: Int) -> Int { calls[operation] }

    /// Takes out an operation.
    mutating func lift(_ operation: Int) {
        remove(calls[operation])
        guard let answer = answers[operation] else { return }
        remove(answer)
        answersLeft -= 1
    }

    /// Puts back the operation that was taken out last.
    mutating func putBack(_ operation: Int) {
        if let answer = answers[operation] {
            insert(answer)
            answersLeft += 1
        }
        insert(calls[operation])
    }

    private mutating func remove(_ event: Int) {
        following[preceding[event]] = following[event]
        preceding[following[event]] = preceding[event]
    }

    private mutating func insert(_ event: Int) {
        following[preceding[event]] = event
        preceding[following[event]] = event
    }
}
