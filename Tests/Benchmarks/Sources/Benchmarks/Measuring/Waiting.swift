import Foundation

/// Waits until a condition is true, and looks every few milliseconds: for what another process does without a word.
///
/// - Parameters:
///   - what: what is waited for, in words that complete "waited for ...".
///   - limit: the longest wait.
/// - Throws: `BenchmarkProblem` after that, or the error of the condition.
func eventually(_ what: String, within limit: Duration = .seconds(20), _ condition: () throws -> Bool) throws
{
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < deadline else { throw BenchmarkProblem("waited \(limit) for \(what)") }
        Thread.sleep(forTimeInterval: 0.005)
    }
}

/// A load at an even pace: each piece of it has a time at which it is due, so the time between them is a part of what is
/// measured, and does not depend on how long each takes.
struct Pace {
    /// The time from one piece to the next.
    let interval: Duration
    private let start = ContinuousClock.now

    init(every interval: Duration) { self.interval = interval }

    /// Waits until a piece of the load is due. The first is due when the pace begins.
    func wait(for number: Int) {
        let time = ContinuousClock.now.duration(to: start + interval * number)
        if time > .zero { Thread.sleep(forTimeInterval: time / .seconds(1)) }
    }
}
