/// A group of measurements of one part of the product. To add one, write a type in a folder of its own and list it in
/// `BenchmarkProgram.suites`.
protocol BenchmarkSuite: Sendable {
    /// The heading of its part of the table, by which it can also be chosen on the command line.
    var title: String { get }

    /// Measures. Throws where it cannot, which is told in the table.
    func rows() async throws -> [BenchmarkRow]
}
