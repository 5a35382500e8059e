/// Decides when a watch checks for missed events, and what it concludes from the answers, or from their absence.
struct EtcdProbes: Sendable {
    /// When to ask; nil while an answer is awaited.
    private(set) var due: Duration?
    private var number = 0
    /// How far the ranges had been followed when something was found that was not told.
    private var doubt: [Int64]?
    /// How far they had been followed when a question stayed without an answer.
    private var silence: [Int64]?

    /// Begins with a stream that has just begun.
    mutating func restart(at now: Duration) {
        number += 1
        due = now + EtcdWatch.probeInterval
        (doubt, silence) = (nil, nil)
    }

    /// Begins to ask.
    ///
    /// - Returns: the number of the question, and the member to ask: another one than is watched, each in its turn, but
    ///   after a question without an answer the one that is watched.
    mutating func begin(members: Int, watching: Int) -> (number: Int, endpoint: Int) {
        number += 1
        due = nil
        guard members > 1, silence == nil else { return (number, watching) }
        return (number, (watching + 1 + number % (members - 1)) % members)
    }

    /// Takes the answer to a question. False where it is not the one that is awaited.
    mutating func end(_ number: Int, at now: Duration) -> Bool {
        guard number == self.number, due == nil else { return false }
        due = now + EtcdWatch.probeInterval
        return true
    }

    /// Whether the watch has stalled: for the second time there is something that was not told, and nothing was told between.
    ///
    /// - Parameter positions: how far the ranges were followed; nil where there is nothing that was not told.
    mutating func isStalled(_ positions: [Int64]?, at now: Duration) -> Bool {
        silence = nil
        if let positions, positions == doubt { return true }
        doubt = positions
        if positions != nil { due = now + EtcdWatch.doubtInterval }
        return false
    }

    /// Whether the watch is cut off: for the second time there is no answer, now from the member that is watched, and
    /// nothing was told between.
    ///
    /// - Parameter positions: how far the ranges were followed.
    mutating func isCutOff(_ positions: [Int64], at now: Duration) -> Bool {
        if positions == silence { return true }
        silence = positions
        due = now + EtcdWatch.doubtInterval
        return false
    }
}
