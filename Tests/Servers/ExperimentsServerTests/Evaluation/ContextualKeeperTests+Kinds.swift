import ActiveConfiguration
import ExperimentsCore
import Foundation
import GrowthBookFeatures
import GrowthBookSource
import TestSupport
import Testing

@testable import ExperimentsServer

extension ContextualKeeperTests {
    func growthBook(_ folder: TemporaryFolder) async throws -> FlagSource {
        let path = try folder.write(
            """
            {"features": {
              "plain": {"defaultValue": "p"},
              "all": {"defaultValue": "p", "rules": [{"force": "q"}]},
              "checkout": {"defaultValue": "short", "rules": [
                {"condition": {"address.country": "NO"}, "force": "long"},
                {"key": "exp", "variations": ["short", "long", "xl"], "hashAttribute": "id"}]},
              "rolled": {"defaultValue": "old", "rules": [{"force": "new", "coverage": 0.9999, "hashAttribute": "id"}]},
              "norway": {"defaultValue": "no", "rules": [{"condition": {"country": "NO"}, "force": "yes"}]}}}
            """, to: "features.json")
        let configured = JSONObject(distinct: [
            .init(name: "id", value: "42"), .init(name: "plan", value: "pro"),
        ])
        return try await source(
            GrowthBookRemoteConfigKeeper(
                .file(path: path, shownAs: "features.json"),
                context: EvaluationContext(attributes: configured)),
            ["plain", "all", "checkout", "rolled", "norway"])
    }

    @Test("with GrowthBook's features say for whom it is and why")
    func growthBookReasons() async throws {
        let folder = try TemporaryFolder()
        let source = try await growthBook(folder)
        #expect(try await said(source, "plain", #"{"targetingKey": "1"}"#) == "p STATIC source")
        #expect(try await said(source, "all", #"{"targetingKey": "1"}"#) == "q STATIC source")
        #expect(
            try await said(source, "norway", #"{"targetingKey": "1", "country": "NO"}"#)
                == "yes TARGETING_MATCH source"
        )
        #expect(try await said(source, "norway", #"{"targetingKey": "1"}"#) == "no DEFAULT source")
        #expect(try await said(source, "rolled", #"{"targetingKey": "1"}"#) == "new SPLIT source")
        #expect(
            try await said(source, "checkout", #"{"targetingKey": "1", "address": {"country": "NO"}}"#)
                == "long TARGETING_MATCH source")
    }

    @Test(
        "with GrowthBook's features assign each user by the targeting key, or by the id that the context names"
    )
    func growthBookUsers() async throws {
        let folder = try TemporaryFolder()
        let source = try await growthBook(folder)
        let keeper = try #require(source.service.keeper as? GrowthBookRemoteConfigKeeper)
        var variations: Set<String> = []
        for id in 1...40 {
            let expected = keeper.snapshot(for: SourcePersona(fields: ["id": .string("\(id)")]))
            let value = try #require(expected?.entries["checkout"]?.text)
            let variant = try #require(expected?.experiments.first?.variant)
            variations.insert(value)
            #expect(
                try await said(source, "checkout", #"{"targetingKey": "\#(id)"}"#)
                    == "\(value) SPLIT \(variant)")
            #expect(
                try await said(source, "checkout", #"{"targetingKey": "x", "id": "\#(id)"}"#)
                    == "\(value) SPLIT \(variant)")
        }
        #expect(variations == ["short", "long", "xl"])
        #expect(
            keeper.persona(targetingKey: "7", fields: ["a": ["b": 1]]).fields
                == ["id": "7", "plan": "pro", "a": ["b": 1]])
    }

    @Test("with ActiveConfig ask for the configuration of each user, who is the targeting key")
    func activeConfigUsers() async throws {
        let asked = Recorder<String?>()
        let config = ActiveConfig(
            downloader: ClosureActiveConfigDownloader { user in
                asked.record(user)
                if user == "gone" { throw FetchFailure("no route to host") }
                return [
                    "meta": [:],
                    "config_sections": ["Shop": ["settings": ["trial": ["value": .string(user ?? "-")]]]],
                ]
            }, userID: "configured", listenerQueue: .global())
        let source = try await source(ActiveConfigRemoteConfigKeeper(config), ["Shop.trial"])
        #expect(
            try await said(source, "Shop.trial", #"{"targetingKey": "ann"}"#) == "ann TARGETING_MATCH source")
        #expect(
            try await said(source, "Shop.trial", #"{"targetingKey": "ann"}"#) == "ann TARGETING_MATCH source")
        #expect(
            try await said(source, "Shop.trial", #"{"targetingKey": "x", "user": "bob"}"#)
                == "bob TARGETING_MATCH source")
        #expect(try await said(source, "Shop.trial", "{}") == "configured TARGETING_MATCH source")
        #expect(try await said(source, "Shop.trial", #"{"targetingKey": "gone"}"#) == "GENERAL")
        #expect(asked.elements == ["configured", "ann", "bob", "gone"])
        #expect(config.currentUserID == "configured")
    }

    @Test("with ActiveConfig give all users the same where the address names no user")
    func activeConfigShared() async throws {
        let config = ActiveConfig(
            downloader: ClosureActiveConfigDownloader { _ in
                ["meta": [:], "config_sections": ["S": ["settings": ["k": ["value": "v"]]]]]
            }, listenerQueue: .global())
        let source = try await source(ActiveConfigRemoteConfigKeeper(config, isPerUser: false), ["S.k"])
        #expect(try await said(source, "S.k", #"{"targetingKey": "ann"}"#) == "v STATIC source")
    }

    @Test("evaluate for each request even if a keeper does not say how it decides")
    func anyPersonaKeeper() async throws {
        let source = try await source(EchoKeeper(), ["who"])
        #expect(try await said(source, "who", #"{"targetingKey": "ann"}"#) == "ann UNKNOWN source")
        #expect(try await said(source, "who", #"{"targetingKey": "bob"}"#) == "bob UNKNOWN source")
    }

    @Test("have another tag once the source's server announces a change, even if no request has seen it yet")
    func announced() async throws {
        let config = ActiveConfig(
            downloader: ClosureActiveConfigDownloader { _ in
                ["meta": [:], "config_sections": ["S": ["settings": ["k": ["value": "v"]]]]]
            }, listenerQueue: .global())
        let source = try await source(ActiveConfigRemoteConfigKeeper(config), ["S.k"])
        _ = try await said(source, "S.k", #"{"targetingKey": "ann"}"#)
        let tag = source.tag
        try await source.service.fetch()
        #expect(source.tag == tag)
        try await source.service.fetch(.realtime(attempt: 1))
        #expect(source.tag != tag)
    }
}

/// A keeper whose only value is the user's targeting key.
private final class EchoKeeper: PersonaKeeper {
    let persona = SourcePersona()
    let personaFieldNames: [String] = []
    var snapshot: Snapshot { values(of: persona) }

    private func values(of persona: SourcePersona) -> Snapshot {
        Snapshot(
            texts: persona.fields["targetingKey"]?.string.map { ["who": $0] } ?? [:],
            fetchedAt: Date(timeIntervalSince1970: 0))
    }

    func snapshot(for persona: SourcePersona) -> Snapshot? { values(of: persona) }
    func setPersona(_ persona: SourcePersona) {}
    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome { FetchOutcome(status: .updated) }
    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        ObservationHandle {}
    }
}
