/// The correction for several tests, one of which is more likely to give a false alarm than each alone.
public enum Correction: String, Sendable, Hashable, CaseIterable {
    /// No correction.
    case none
    /// The probability of any false alarm is at most that of one test (Holm, *A simple sequentially rejective multiple
    /// test procedure*, 1979).
    case holm
    /// The share of false alarms among all alarms is at most that of one test (Benjamini and Hochberg, *Controlling the
    /// false discovery rate*, 1995).
    case benjaminiHochberg = "benjamini-hochberg"

    /// Returns the corrected p-values, in the same order. A value that is not a number counts as 1.
    public func adjusted(_ pValues: [Double]) -> [Double] {
        let values = pValues.map { $0.isNaN ? 1 : min(1, max(0, $0)) }
        let ascending = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        let count = Double(values.count)
        var adjusted = values
        switch self {
        case .none: break
        case .holm:
            var largest = 0.0
            for (rank, index) in ascending.enumerated() {
                largest = max(largest, min(1, values[index] * (count - Double(rank))))
                adjusted[index] = largest
            }
        case .benjaminiHochberg:
            var smallest = 1.0
            for (rank, index) in ascending.enumerated().reversed() {
                smallest = min(smallest, values[index] * count / Double(rank + 1))
                adjusted[index] = smallest
            }
        }
        return adjusted
    }

    /// Returns the levels at which a family of tests may be judged: for Holm, α divided by 1 up to their number; for
    /// Benjamini and Hochberg, α times the shares of rejected tests.
    func levels(alpha: Double, tests: Int) -> [Double] {
        let tests = max(1, tests)
        return switch self {
        case .none: [alpha]
        case .holm: (1...tests).map { alpha / Double($0) }
        case .benjaminiHochberg: (1...tests).map { alpha * Double($0) / Double(tests) }
        }
    }

    /// The level in `levels` at which each test is judged, so that its interval excludes zero exactly if the test
    /// rejects.
    ///
    /// Holm rejects the test of rank i at α/(m - i + 1) as long as all before it were rejected; all others are above
    /// α/(m - r), where r is the number of rejected tests. Benjamini and Hochberg reject r tests, all of them at α r/m;
    /// intervals at that level are those of Benjamini and Yekutieli (2005).
    ///
    /// - Returns: indices of `levels`, in the order of the p-values.
    func levelIndices(_ pValues: [Double], alpha: Double) -> [Int] {
        let adjusted = adjusted(pValues)
        let rejected = adjusted.filter { $0 < alpha }.count
        let count = pValues.count
        switch self {
        case .none: return pValues.map { _ in 0 }
        case .benjaminiHochberg: return pValues.map { _ in max(rejected, 1) - 1 }
        case .holm:
            let ascending = pValues.indices.sorted {
                (adjusted[$0], pValues[$0], $0) < (adjusted[$1], pValues[$1], $1)
            }
            var indices = pValues.map { _ in 0 }
            for (rank, index) in ascending.enumerated() {
                indices[index] = max(0, count - min(rank, rejected) - 1)
            }
            return indices
        }
    }
}
