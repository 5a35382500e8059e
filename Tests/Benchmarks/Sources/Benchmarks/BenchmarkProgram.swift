/// Measures and prints a table. Arguments choose suites by the beginning of their titles; without any, all run.
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
        for suite in suites where wanted.isEmpty || wanted.contains(where: { suite.title.hasPrefix($0) }) {
            table.add(heading: suite.title)
            do {
                for row in try await suite.rows() { table.add(row) }
            } catch {
                table.add(heading: "  cannot be measured: \(error)")
            }
        }
        print(table.text)
    }
}
