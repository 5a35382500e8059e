import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@testable import RemoteConfigEmulator

@Suite("Feeding an emulator with another source and with overrides", .inTurn)
struct EmulatorFeedTests {
    static let keys = [
        CatalogKey(name: "color", schema: ValueSchema(kind: .string)),
        CatalogKey(name: "size", schema: ValueSchema(kind: .int)),
    ]

    /// An emulator, and what feeds it.
    struct Fed {
        let emulator: Emulator
        let keeper = InMemoryRemoteConfigKeeper()
        let store = InMemoryOverrideStore()
        let clock = ManualClock(testTime)
        let news = Recorder<String>()
        let service: RemoteConfigService
        var feed: EmulatorFeed
        private let observation: ObservationHandle

        init(_ template: RemoteConfigTemplate? = nil, _ parts: EmulatorFeed.Parts = [.upstream, .overrides])
            throws
        {
            emulator = try demoEmulator(template)
            service = RemoteConfigService(
                remoteConfigKeeper: keeper, overrideStore: store, now: clock.reading)
            feed = EmulatorFeed(
                emulator, projectID: "demo-shop", parts: parts, from: service, keys: EmulatorFeedTests.keys)
            observation = emulator.observe { [news] notice in
                switch notice {
                case .upstream(_, let upstream): news.record("\(upstream)")
                case .overridden(_, let overrides): news.record("overridden \(overrides.everyone.count)")
                case .published(_, _, let version): news.record("published \(version)")
                case .overridesRefused, .request, .connectionsRefused, .templateRefused, .payloadPublished,
                    .payloadRefused:
                    break
                }
            }
        }

        /// What a client gets, by key, and under which version.
        func fetched(_ fid: String = "any-fid") async throws -> (entries: [String: String], version: String?)
        {
            let answer = try await Caller(emulator: emulator).fetch(fid: fid)
            let members = answer.json["entries"]?.object?.members ?? []
            return (
                Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.string ?? "?") }),
                answer.json["templateVersion"]?.string
            )
        }

        func set(_ values: [String: String?]) throws {
            try store.update { overrides in
                for (name, text) in values { overrides[name] = text.map { Override(value: $0) } }
            }
        }
    }

    func snapshot(_ texts: [String: String?]) -> Snapshot {
        Snapshot(entries: texts.mapValues { Snapshot.Entry(text: $0) }, fetchedAt: testTime)
    }

    @Test("the source's values are served, with the overrides on top")
    func both() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot(["color": "red", "size": "4", "other": "x"]))
        try fed.set(["color": "blue"])
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["color": "blue", "size": "4", "other": "x"])
    }

    @Test("what the source no longer has is served no longer, and neither is an override that was removed")
    func removed() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot(["color": "red", "size": "4"]))
        try fed.set(["color": "blue"])
        try fed.feed.serve(at: testTime)
        fed.keeper.publish(snapshot(["color": "red"]))
        try fed.set(["color": nil])
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["color": "red"])
    }

    @Test("each change is a later version, and nothing new is none")
    func versions() async throws {
        var fed = try Fed()
        var versions: [Int] = []
        fed.keeper.publish(snapshot(["color": "red"]))
        for value in ["blue", "blue", "green", nil] {
            try fed.set(["color": value])
            try fed.feed.serve(at: testTime)
            versions.append(Int(try await fed.fetched().version ?? "") ?? 0)
        }
        #expect(versions == [2, 2, 3, 4])
        #expect(fed.news.elements == ["published 1", "overridden 1", "overridden 1", "overridden 0"])
    }

    @Test("clients that listen are reported an override immediately")
    func realtime() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot(["color": "red"]))
        try fed.feed.serve(at: testTime)
        let stream = try #require(await Caller(emulator: fed.emulator).listen(knowing: "1").stream)
        try fed.set(["color": "blue"])
        try fed.feed.hear(.overridesChanged(OverrideStoreState(overrides: fed.store.overrides)), at: testTime)
        var heard = ""
        for await piece in stream {
            heard += String(decoding: piece, as: UTF8.self)
            if heard.contains("latestTemplateVersionNumber") { break }
        }
        #expect(heard.contains(#""2""#), "\(heard)")
    }

    @Test(
        "a key that does not accept its override is left out, so that the app uses its default as the dashboard says"
    )
    func refused() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot(["color": "red", "size": "4"]))
        try fed.set(["size": "big"])
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["color": "red"])
    }

    @Test("an override of a name that is not declared is served: the app may read it")
    func undeclared() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot(["other": "x"]))
        try fed.set(["other": "y", "unheard": "z"])
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["other": "y", "unheard": "z"])
    }

    @Test("a value that is the app's own default at the source is left out")
    func inAppDefault() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot(["color": nil, "size": "4"]))
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["size": "4"])
    }

    @Test("an override ends when its time is over")
    func expiry() async throws {
        var fed = try Fed(template(["color": "red"]), [.overrides])
        try fed.store.update { $0["color"] = Override(value: "blue", expiresAt: testTime + 60) }
        try fed.feed.serve(at: testTime)
        #expect(fed.feed.deadline == testTime + 60)
        #expect(try await fed.fetched().entries == ["color": "blue"])
        fed.clock.advance(by: 60)
        try fed.feed.serve(at: testTime + 60)
        #expect(try await fed.fetched().entries == ["color": "red"])
        #expect(fed.feed.deadline == nil)
    }

    @Test("an override that is turned off is not served")
    func switchedOff() async throws {
        var fed = try Fed(template(["color": "red"]), [.overrides])
        try fed.store.update { $0["color"] = Override(value: "blue", isEnabled: false) }
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["color": "red"])
    }

    @Test("overrides are served without any template")
    func overridesAlone() async throws {
        var fed = try Fed(nil, [.overrides])
        try fed.set(["color": "blue"])
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["color": "blue"])
    }

    @Test("without overrides, only the source is served")
    func upstreamAlone() async throws {
        var fed = try Fed(nil, [.upstream])
        fed.keeper.publish(snapshot(["color": "red"]))
        try fed.set(["color": "blue"])
        try fed.feed.serve(at: testTime)
        #expect(try await fed.fetched().entries == ["color": "red"])
    }

    @Test(
        "a source that cannot be asked is reported once, keeps what was served, and is reported when it is back"
    )
    func failures() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot(["color": "red"]))
        try fed.feed.serve(at: testTime)
        let failure = FetchFailure("connection refused by 127.0.0.1:1")
        let results: [FetchRecord.Result] = [
            .failure(failure), .failure(failure), .success(FetchOutcome(status: .unchanged)),
        ]
        for result in results {
            let record = FetchRecord(
                id: 1, trigger: .scheduled, startedAt: testTime, duration: .zero, result: result,
                version: nil,
                difference: .none)
            try fed.feed.hear(.fetchFinished(record), at: testTime)
        }
        #expect(try await fed.fetched().entries == ["color": "red"])
        #expect(
            fed.news.elements == [
                "published 1", "failed(\"connection refused by 127.0.0.1:1\")", "mended",
            ])
    }

    @Test("whether the source announces its changes is reported")
    func announcements() throws {
        var fed = try Fed()
        try fed.feed.hear(.liveStatusChanged(.connecting), at: testTime)
        try fed.feed.hear(.liveStatusChanged(.live), at: testTime)
        try fed.feed.hear(.liveStatusChanged(.interrupted(reason: "gone", nextTryAt: nil)), at: testTime)
        #expect(fed.news.elements == ["live", "silent(\"gone\")"])
    }

    @Test("a template is served with its conditions, which are evaluated for each client")
    func wholeTemplate() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"conditions": [{"name": "web", "expression": "app.id == '1:1:web:a'"}],
             "parameters": {"color": {"defaultValue": {"value": "red"},
                                      "conditionalValues": {"web": {"value": "blue"}}}},
             "version": {"versionNumber": "41"}}
            """, to: "template.json")
        let keeper = TemplateRemoteConfigKeeper(
            .file(path: folder.path("template.json"), shownAs: nil), isWatched: false)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.fetch(.manual)
        #expect(service.snapshot.entries["color"]?.text == "red")
        let emulator = try demoEmulator(nil)
        var feed = EmulatorFeed(emulator, projectID: "demo-shop", parts: [.upstream], from: service, keys: [])
        try feed.serve(at: testTime)
        let answer = try await Caller(emulator: emulator).fetch()
        #expect(answer.json["entries"]?["color"] == "blue")
    }

    @Test("random sources and overrides are merged by key: the override where it is active, else the source")
    func merging() async throws {
        var random = SeededGenerator(seed: 23 &+ FuzzEffort.seed)
        var fed = try Fed()
        let names = (0..<6).map { "k\($0)" }
        for _ in 0..<FuzzEffort.rounds(usually: 100) {
            var source: [String: String?] = [:]
            var overrides: [String: Override] = [:]
            for name in names {
                let text = "\(random.below(9))"
                if random.below(3) > 0 { source.updateValue(random.below(6) == 0 ? nil : text, forKey: name) }
                if random.below(3) == 0 {
                    overrides[name] = Override(
                        value: text + "!", isEnabled: random.below(4) > 0,
                        expiresAt: random.below(4) == 0 ? testTime - 1 : nil)
                }
            }
            fed.keeper.publish(snapshot(source))
            try fed.store.update { $0 = OverrideSet(overrides) }
            try fed.feed.serve(at: testTime)
            var expected = source.compactMapValues { $0 }
            for (name, override) in overrides where override.isActive(at: testTime) {
                expected[name] = override.value
            }
            #expect(try await fed.fetched().entries == expected)
        }
    }
}
