import Foundation

/// How much tests with random input do: little in a usual run, as much as `make fuzz` asks for in that.
public enum FuzzEffort {
    /// Which random inputs there are: `EXPERIMENTS_FUZZ_SEED`, 0 by default. Print it with whatever fails.
    public static let seed = number("EXPERIMENTS_FUZZ_SEED") ?? 0

    /// How many random inputs a test takes: `EXPERIMENTS_FUZZ_ROUNDS`, shared by the test's cases.
    ///
    /// - Parameters:
    ///   - usual: how many each case takes where that is not set.
    ///   - cases: how many cases the test has.
    public static func rounds(usually usual: Int, cases: Int = 1) -> Int {
        number("EXPERIMENTS_FUZZ_ROUNDS").map { max(usual, Int(clamping: $0) / cases) } ?? usual
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
