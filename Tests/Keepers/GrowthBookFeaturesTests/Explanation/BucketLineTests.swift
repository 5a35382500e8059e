import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Explanations with buckets", .inTurn)
struct BucketLineTests {
    private func lines(_ rule: String, id: String = "ann") throws -> [ExplanationLine] {
        let text = #"{"features": {"page": {"defaultValue": 0, "rules": [\#(rule)]}}}"#
        let payload = try FeaturePayload(parsing: Array(text.utf8))
        let context = EvaluationContext(
            attributes: try JSONValue(parsing: #"{"id": "\#(id)"}"#).object ?? JSONObject())
        return FeatureEvaluator(payload, for: context).explain("page").lines
    }

    @Test(
        "each bucket is reported, and drawn on a line of its own that fits beside a list",
        arguments: [
            (#"{"force": 1, "coverage": 0.5}"#, "rollout by page: bucket 0."),
            (
                #"{"key": "exp", "variations": [0, 1], "meta": [{"key": "c"}, {"key": "t"}]}"#,
                " by exp: bucket 0."
            ),
            (#"{"force": 1, "filters": [{"seed": "s", "ranges": [[0, 0.5]]}]}"#, "filter s: bucket 0."),
            (
                #"{"key": "exp", "variations": [0, 1], "namespace": ["shop", 0, 0.6]}"#,
                "namespace shop: bucket 0."
            ),
        ])
    func bars(_ rule: String, _ words: String) throws {
        let lines = try lines(rule)
        let place = try #require(lines.firstIndex { $0.text.contains(words) }, "\(lines.map(\.text))")
        let bar = try #require(lines.dropFirst(place + 1).first)
        #expect(bar.text.hasPrefix("0 ") && bar.text.hasSuffix(" 1") && bar.text.contains("●"), "\(bar.text)")
        #expect(bar.text.count == 34 && bar.verdict == .note && bar.depth == lines[place].depth + 1)
    }

    @Test("variations are named in the bar")
    func names() throws {
        let rule = #"{"key": "exp", "variations": [0, 1], "meta": [{"key": "control"}, {"key": "new"}]}"#
        let bar = try #require(try lines(rule).first { $0.text.contains("●") })
        #expect(
            bar.text.contains("new") || bar.text.contains("ne") || bar.text.contains("control"), "\(bar.text)"
        )
    }
}
