import ExperimentsCore
import FirebaseTemplates
import Foundation
import OpenFeatureRemote
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("A server whose source is another server", .inTurn, .timeLimit(.minutes(60)))
struct ChainedServersTests {
    @Test("hands on values with the digits they had, why they are so, and what they are called")
    func chained() async throws {
        let fixture = try await ServedFixture.shop()
        let configuration = ServerConfiguration(drainPatience: .milliseconds(100))
        let server = ExperimentsServer(
            configuration, parts: [EvaluationPart([fixture.source], configuration)])
        let keeper = OpenFeatureRemoteConfigKeeper(OpenFeatureServer(url: try await server.start()))
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.fetch()
        await server.stop()
        let source = FlagSource(name: "chained", service, keys: fixture.source.report.rows.map(\.key))
        for key in ["on", "pick", "whole", "rate", "tree"] {
            let (own, other) = (
                source.answers.evaluation(of: key), fixture.source.answers.evaluation(of: key)
            )
            #expect(own.json == other.json, "\(key)")
        }
        #expect(source.answers.evaluation(of: "set").json["variant"] == "override")
        #expect(source.answers.evaluation(of: "absent_too").json["reason"] == "DEFAULT")
        // The other server is gone, and has never been asked for this user.
        let gone = await source.answers(for: FlagContext(targetingKey: "u", fields: [:]))
        #expect(gone.evaluation(of: "on").json["errorCode"] == "GENERAL")
        #expect(gone.failure?.contains("No values are known for this context: ") == true)
    }

    @Test(
        "passes the context of each request on, and answers with the last values if the other server is gone")
    func contexts() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            {"conditions": [{"name": "norway", "expression": "device.country in ['NO']"}],
             "parameters": {
               "shipping": {"defaultValue": {"value": "paid"}, "conditionalValues": {"norway": {"value": "free"}}}}}
            """, to: "template.json")
        let keys = [CatalogKey(name: "shipping", schema: ValueSchema(kind: .string))]
        let upstream = RemoteConfigService(
            remoteConfigKeeper: TemplateRemoteConfigKeeper(.file(path: path), isWatched: false))
        try await upstream.fetch()
        let configuration = ServerConfiguration(drainPatience: .milliseconds(100))
        let server = ExperimentsServer(
            configuration,
            parts: [EvaluationPart([FlagSource(name: "up", upstream, keys: keys)], configuration)])
        let url = try await server.start()
        let clock = ManualClock(Date())
        let copy = SourceCopyFile(path: folder.path("copy"), place: "chained")
        func chained() -> FlagSource {
            let keeper = OpenFeatureRemoteConfigKeeper(
                OpenFeatureServer(url: url), context: SourcePersona(fields: ["plan": "pro"]))
            let service = RemoteConfigService(remoteConfigKeeper: keeper)
            service.lastGood.use(copy, of: service) { Issue.record($0) }
            return FlagSource(name: "chained", service, keys: keys, oldestStale: 3600, now: { clock.now })
        }
        let source = chained()
        try await source.service.fetch()
        func said(_ context: String, by source: FlagSource = source) async throws -> String? {
            let context = try FlagContext(ofBody: Array("{\"context\": \(context)}".utf8))
            let json = await source.answers(for: context).evaluation(of: "shipping").json
            return [json["value"]?.string, json["reason"]?.string].compactMap(\.self).joined(separator: " ")
        }
        let inNorway = #"{"targetingKey": "zoe", "device": {"country": "NO"}}"#
        #expect(try await said("{}") == "paid DEFAULT")
        #expect(try await said(inNorway) == "free TARGETING_MATCH")
        #expect(try await said(#"{"targetingKey": "zoe", "device": {"country": "SE"}}"#) == "paid DEFAULT")
        #expect(source.answers.evaluation(of: "shipping").json["value"] == "paid")
        await server.stop()
        clock.advance(by: 60)
        #expect(try await said(inNorway) == "free TARGETING_MATCH")
        // Another run knows what was decided for the same contexts, and nothing of others.
        source.service.lastGood.finish()
        let later = chained()
        later.service.lastGood.restore()
        #expect(try await said(inNorway, by: later) == "free STALE")
        let other = FlagContext(targetingKey: "ann", fields: [:])
        #expect(
            await later.answers(for: other).failure?.hasPrefix("No values are known for this context: ")
                == true)
        #expect(later.answers.evaluation(of: "shipping").json["value"] == "paid")
        clock.advance(by: 3600)
        #expect(try await said(inNorway, by: later) == "")
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
