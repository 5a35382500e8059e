/// The faults in force. It is a value that decides what happens to a request, and does nothing itself.
public struct FaultPlan: Sendable, Hashable {
    /// The faults, in the order in which they were added, without those that are used up.
    public private(set) var faults: [Fault]

    /// Creates a plan from faults, by default without any.
    public init(_ faults: [Fault] = []) {
        self.faults = faults.filter { $0.remaining ?? 1 > 0 }
    }

    /// Adds a fault after the others.
    public mutating func add(_ fault: Fault) {
        if fault.remaining ?? 1 > 0 { faults.append(fault) }
    }

    /// Returns the effects on a request to `target`: any number of delays, and at most one other effect, that of the
    /// first fault that occurs.
    ///
    /// - Parameter fraction: returns a random number from 0 up to 1. Called for faults that affect a fraction of the
    ///   requests.
    public mutating func draw(for target: Fault.Target, fraction: () -> Double) -> [Fault.Effect] {
        var effects: [Fault.Effect] = []
        var isDecided = false
        for index in faults.indices {
            let fault = faults[index]
            guard fault.target == .any || fault.target == target else { continue }
            var isDelay = false
            if case .delay = fault.effect { isDelay = true }
            guard isDelay || !isDecided, fault.rate >= 1 || fraction() < fault.rate else { continue }
            if !isDelay { isDecided = true }
            effects.append(fault.effect)
            faults[index].remaining = fault.remaining.map { $0 - 1 }
        }
        faults.removeAll { $0.remaining == 0 }
        return effects
    }
}
