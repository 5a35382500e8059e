import ExperimentsCore
import GrowthBookFeatures

/// Features of GrowthBook's: reading a payload, evaluating it for one user and for a million, beside its own SDK for Python.
struct GrowthBookSuite: BenchmarkSuite {
    let title = "growthbook"

    func rows() throws -> [BenchmarkRow] {
        try experimentRows() + payloadRows() + [simulationRow()]
    }

    private func context() throws -> EvaluationContext {
        EvaluationContext(attributes: try JSONValue(parsing: SamplePayload.attributes).object ?? JSONObject())
    }

    private func experimentRows() throws -> [BenchmarkRow] {
        let payload = try FeaturePayload(parsing: Array(SamplePayload.experiment.utf8))
        let evaluator = FeatureEvaluator(payload, for: try context())
        let own = Stopwatch.measure(
            "evaluate a three-way experiment with two conditions", samples: 200, batch: 10_000
        ) { consume(evaluator.evaluate("checkout")) }.within(Budget.feature)
        return [own]
            + sdkRows(SamplePayload.experiment, times: 200) { answer in
                Self.rows(own, Self.median(answer.evaluating), "the same by GrowthBook's SDK for Python")
            }
    }

    private func payloadRows() throws -> [BenchmarkRow] {
        let text = SamplePayload.features(1000)
        let bytes = Array(text.utf8)
        let context = try context()
        let payload = try FeaturePayload(parsing: bytes)
        let reading = try Stopwatch.measure("read 1,000 features and 3,000 rules", goal: .milliseconds(15)) {
            consume(try FeaturePayload(parsing: bytes))
        }
        let evaluating = Stopwatch.measure("evaluate them for a user", samples: 100, goal: .milliseconds(1)) {
            consume(FeatureEvaluator(payload, for: context).evaluateAll())
        }
        let results = FeatureEvaluator(payload, for: context).evaluateAll()
        return [reading, evaluating]
            + sdkRows(text, times: 10) { answer in
                let differing = results.count {
                    answer.values[$0.key] != ($0.value == true ? "true" : "false")
                }
                return Self.rows(reading, Self.median(answer.reading), "read by GrowthBook's SDK for Python")
                    + Self.rows(evaluating, Self.median(answer.evaluating), "evaluated by it")
                    + [
                        BenchmarkRow(
                            name: "features that differ from it", value: .count(Double(differing)),
                            goal: .count(0))
                    ]
            }
    }

    private func simulationRow() throws -> BenchmarkRow {
        let payload = try FeaturePayload(parsing: Array(SamplePayload.features(100).utf8))
        let attributes = try JSONValue(parsing: #"{"country": "NO", "beta": true}"#).object ?? JSONObject()
        let time = ContinuousClock().measure {
            consume(
                payload.simulate(
                    for: EvaluationContext(attributes: attributes), SimulationPlan(users: 1_000_000)))
        }
        return BenchmarkRow(
            name: "simulate 1,000,000 users, 100 features", value: .time(time), goal: .time(.seconds(60)))
    }

    private func sdkRows(
        _ payload: String, times: Int, _ rows: (GrowthBookSDK.Answer) -> [BenchmarkRow]
    ) -> [BenchmarkRow] {
        do {
            return rows(
                try GrowthBookSDK.evaluate(payload, attributes: SamplePayload.attributes, times: times))
        } catch {
            return [BenchmarkRow(name: "growthbook is absent: \(error)", value: .count(0))]
        }
    }

    private static func median(_ nanoseconds: [Int64]) -> Duration {
        nanoseconds.isEmpty ? .zero : .nanoseconds(nanoseconds[nanoseconds.count / 2])
    }

    /// What the other took, and how many times as long that is.
    private static func rows(_ own: BenchmarkRow, _ other: Duration, _ name: String) -> [BenchmarkRow] {
        guard case .time(let time) = own.value, time > .zero else { return [] }
        return [
            BenchmarkRow(name: name, value: .time(other)),
            BenchmarkRow(name: "times as fast", value: .count((other / time * 10).rounded() / 10)),
        ]
    }
}
