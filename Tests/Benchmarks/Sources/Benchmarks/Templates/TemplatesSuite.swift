import ExperimentsCore
import FirebaseTemplates
import Foundation

/// Server templates: reading one, and evaluating it beside the official SDK for Python.
struct TemplatesSuite: BenchmarkSuite {
    let title = "templates"

    func rows() throws -> [BenchmarkRow] {
        let sample = SampleServerTemplate()
        let bytes = Array(sample.text.utf8)
        let template = try ServerTemplate(parsing: bytes)
        guard let members = try JSONValue(parsing: SampleServerTemplate.context).object else { return [] }
        let context = EvaluationContext(members)
        let size =
            "\(SampleServerTemplate.conditions) conditions and \(SampleServerTemplate.parameters) parameters"
        let own = Stopwatch.measure("evaluate \(size)", samples: 100, goal: .milliseconds(5)) {
            consume(template.evaluate(for: context))
        }
        return [
            try Stopwatch.measure("read and prepare \(size)", samples: 10) {
                consume(try ServerTemplate(parsing: bytes))
            },
            own,
        ] + officialRows(sample, own, template.evaluate(for: context))
    }

    private func officialRows(
        _ sample: SampleServerTemplate, _ own: BenchmarkRow, _ evaluation: ServerEvaluation
    ) -> [BenchmarkRow] {
        do {
            let (times, values) = try OfficialSDK.evaluate(
                sample.text, context: SampleServerTemplate.context, times: 30)
            let differing = evaluation.parameters.filter { values[$0.key] != $0.value.text }.count
            let median = times[times.count / 2]
            var rows = [
                BenchmarkRow(
                    name: "the same by firebase-admin for Python", value: .time(median),
                    tail: times.last.map(Quantity.time)),
                BenchmarkRow(
                    name: "parameters that differ from it", value: .count(Double(differing)), goal: .count(0)),
            ]
            if case .time(let time) = own.value {
                rows.append(
                    BenchmarkRow(name: "times as fast", value: .count((median / time * 10).rounded() / 10)))
            }
            return rows
        } catch {
            return [BenchmarkRow(name: "firebase-admin is absent: \(error)", value: .count(0))]
        }
    }
}
