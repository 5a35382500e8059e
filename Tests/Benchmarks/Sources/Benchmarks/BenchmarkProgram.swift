import Foundation

/// Measures and prints a table, and fails where the budget is exceeded. Arguments choose suites by the beginning of their titles; without any, all run.
@main
struct BenchmarkProgram {
    private static let suites: [any BenchmarkSuite] = [
        CoreSuite(),
        ServiceSuite(),
        TypedKeySuite(),
        LinkSuite(),
        FrameSuite(),
        DifferenceSuite(),
        ProgramSuite(),
        VariantsSuite(),
        ActiveConfigSuite(),
        FirebaseSuite(),
        EmulatorSuite(),
        ServingSuite(),
        LinkedAppsSuite(),
        TeamSuite(),
        TemplatesSuite(),
        StatisticsSuite(),
        EventsSuite(),
        GrowthBookSuite(),
    ]

    static func main() async {
        let wanted = CommandLine.arguments.dropFirst()
        var table = Table()
        var exceeded: [String] = []
        for suite in suites where wanted.isEmpty || wanted.contains(where: { suite.title.hasPrefix($0) }) {
            table.add(heading: suite.title)
            do {
                for row in try await suite.rows() {
                    table.add(row)
                    if row.isOverBudget { exceeded.append(row.name) }
                }
            } catch {
                table.add(heading: "  cannot be measured: \(error)")
            }
        }
        print(table.text)
        guard !exceeded.isEmpty else { return }
        print("over the budget: \(exceeded.joined(separator: "; "))")
        exit(1)
    }
}
