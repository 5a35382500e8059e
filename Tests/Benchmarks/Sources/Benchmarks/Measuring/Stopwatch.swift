import AllocationCounting

/// Measures an operation by repeating it.
enum Stopwatch {
    /// The time of one operation: the median and the 99th percentile of `samples` samples of `batch` operations each,
    /// after a few that do not count; and the allocations of one operation.
    ///
    /// - Parameters:
    ///   - batch: how many operations make a sample; many for those that take less than a microsecond.
    ///   - goal: what one operation should not exceed.
    static func measure(
        _ name: String, samples: Int = 30, batch: Int = 1, goal: Duration? = nil,
        _ operation: () throws -> Void
    ) rethrows -> BenchmarkRow {
        let clock = ContinuousClock()
        for _ in 0..<max(3, samples / 10) {
            for _ in 0..<batch { try operation() }
        }
        var times: [Duration] = []
        times.reserveCapacity(samples)
        let allocationsBefore = allocation_count()
        for _ in 0..<samples {
            let start = clock.now
            for _ in 0..<batch { try operation() }
            times.append(start.duration(to: clock.now) / batch)
        }
        let allocations = Double(allocation_count() - allocationsBefore) / Double(samples * batch)
        times.sort()
        return BenchmarkRow(
            name: name, value: .time(times[samples / 2]),
            tail: .time(times[min(samples - 1, samples * 99 / 100)]),
            allocations: allocation_counting_is_available() ? allocations : nil, goal: goal.map(Quantity.time)
        )
    }
}

/// Keeps the optimizer from removing a computation whose result nobody uses.
@inline(never)
func consume<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
