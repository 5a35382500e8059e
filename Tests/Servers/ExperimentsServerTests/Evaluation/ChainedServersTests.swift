import ExperimentsCore
import Foundation
import OpenFeatureRemote
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("A server whose source is another server", .timeLimit(.minutes(1)))
struct ChainedServersTests {
    @Test("hands on values with the digits they had, why they are so, and what they are called")
    func chained() async throws {
        let fixture = try await ServedFixture.shop()
        let configuration = ServerConfiguration(drainPatience: .milliseconds(100))
        let server = ExperimentsServer(configuration, parts: [EvaluationPart([fixture.source], configuration)])
        let keeper = OpenFeatureRemoteConfigKeeper(OpenFeatureServer(url: try await server.start()))
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.fetch()
        await server.stop()
        let source = FlagSource(name: "chained", service, keys: fixture.source.report.rows.map(\.key))
        for key in ["on", "pick", "whole", "rate", "tree"] {
            let (own, other) = (source.answers.evaluation(of: key), fixture.source.answers.evaluation(of: key))
            #expect(own.json == other.json, "\(key)")
        }
        #expect(source.answers.evaluation(of: "set").json["variant"] == "override")
        #expect(source.answers.evaluation(of: "absent_too").json["reason"] == "DEFAULT")
        let context = FlagContext(targetingKey: "u", fields: [:])
        #expect(source.answers(for: context) === source.answers)
    }

    @Test("takes words that are not OpenFeature's for unknown")
    func reasons() throws {
        let expected: [(String, String?, String?)] = [
            ("STATIC, variant on", "STATIC", "on"), ("TARGETING_MATCH_SPLIT", "TARGETING_MATCH_SPLIT", nil),
            ("variant b", nil, "b"), ("SPLIT, variant a, variant b", "SPLIT", "a, variant b"),
        ]
        for (text, reason, variant) in expected {
            let supplier = FlagSupplier(text)
            #expect(supplier.reason == reason)
            #expect(supplier.variant == variant)
        }
        let row = try #require(
            Report(
                keys: [CatalogKey(name: "k", schema: ValueSchema(kind: .string))],
                snapshot: Snapshot(texts: ["k": "v"], fetchedAt: Date()), overrides: .empty, at: Date()
            ).rows.first)
        let flag = FlagEvaluation(row, .elsewhere(.unknown, variant: nil))
        #expect(flag.json["reason"] == "UNKNOWN")
        #expect(flag.json["variant"] == "source")
        #expect(FlagEvaluation(row, .elsewhere(.split, variant: "blue")).json["variant"] == "blue")
    }
}
