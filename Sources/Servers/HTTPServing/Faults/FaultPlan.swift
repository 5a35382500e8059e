/// The faults in force. A value: it decides what goes wrong with a request, and does nothing itself.
public struct FaultPlan: Sendable, Hashable {
    /// The faults, in the order they were added; those that are used up are gone.
    public private(set) var faults: [Fault]

    /// A plan of the given faults; none by default.
    public init(_ faults: [Fault] = []) {
        self.faults = faults.filter { $0.remaining ?? 1 > 0 }
    }

    /// Adds a fault after the others.
    public mutating func add(_ fault: Fault) {
        if fault.remaining ?? 1 > 0 { faults.append(fault) }
    }

    /// What goes wrong with a request to `target`: any number of delays, and at most one other effect, that of the
    /// first fault that happens.
    ///
    /// - Parameter fraction: draws a random number from 0 up to 1; called for faults that happen to a part of requests.
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
