import TestSupport
import Testing

@Suite("Checking histories of a register", .inTurn)
struct RegisterHistoryTests {
    typealias Operation = RegisterHistory.Operation

    @Test(
        "accepts histories that an order explains",
        arguments: [
            [],
            [Operation(.read(nil), 0, 1), Operation(.write("a"), 2, 3), Operation(.read("a"), 4, 5)],
            // The read overlaps the write, and may see it or not.
            [Operation(.write("a"), 0, 9), Operation(.read("a"), 1, 2), Operation(.read("a"), 3, 4)],
            [Operation(.write("a"), 0, 9), Operation(.read(nil), 1, 2), Operation(.read("a"), 3, 4)],
            // The order of two overlapping writes is open.
            [Operation(.write("a"), 0, 5), Operation(.write("b"), 1, 4), Operation(.read("a"), 6, 7)],
            // A write of unknown result is seen late, or never.
            [Operation(.write("a"), 0, nil), Operation(.read(nil), 1, 2), Operation(.read("a"), 3, 4)],
            [Operation(.write("a"), 0, nil), Operation(.read(nil), 1, 2), Operation(.read(nil), 3, 4)],
            [Operation(.change(from: nil, to: "a"), 0, 1), Operation(.change(from: "a", to: "b"), 2, 3)],
            [Operation(.write("a"), 0, 1), Operation(.write(nil), 2, 3), Operation(.read(nil), 4, 5)],
        ])
    func accepted(_ operations: [Operation]) {
        #expect(RegisterHistory(operations).isLinearizable)
    }

    @Test(
        "rejects histories that no order explains",
        arguments: [
            // An acknowledged write is lost.
            [Operation(.write("a"), 0, 1), Operation(.read(nil), 2, 3)],
            // A value that nobody wrote.
            [Operation(.read("a"), 0, 1)],
            // A read goes back behind an earlier one.
            [Operation(.write("a"), 0, 9), Operation(.read("a"), 1, 2), Operation(.read(nil), 3, 4)],
            // A write of unknown result is undone.
            [Operation(.write("a"), 0, nil), Operation(.read("a"), 1, 2), Operation(.read(nil), 3, 4)],
            // A write takes effect twice.
            [
                Operation(.write("a"), 0, 1), Operation(.write("b"), 2, 3), Operation(.read("b"), 4, 5),
                Operation(.read("a"), 6, 7),
            ],
            // Two changes from the same value are both acknowledged.
            [Operation(.change(from: nil, to: "a"), 0, 5), Operation(.change(from: nil, to: "b"), 1, 4)],
            // A read before the call.
            [Operation(.read("a"), 0, 1), Operation(.write("a"), 2, 3)],
        ])
    func rejected(_ operations: [Operation]) {
        #expect(!RegisterHistory(operations).isLinearizable)
    }

    /// A history of ten clients whose operations take effect in the order of their number, and overlap.
    private func history(_ count: Int, spoiled: Bool = false) -> [Operation] {
        (0..<count).map { number in
            let (call, answer) = (number * 10 - (number * 7) % 90, number * 10 + (number * 13) % 90)
            let isRead = number % 3 == 2
            let value = "\(isRead ? number - 1 : number)"
            let isSpoiled = spoiled && number == count / 3 * 3 - 1
            return Operation(isRead ? .read(isSpoiled ? "1" : value) : .write(value), call, answer)
        }
    }

    @Test("10,000 operations of overlapping clients are checked")
    func many() {
        #expect(RegisterHistory(history(10_000)).isLinearizable)
    }

    @Test("a stale read at the end of many operations is found")
    func stale() {
        #expect(!RegisterHistory(history(45, spoiled: true)).isLinearizable)
    }
}
