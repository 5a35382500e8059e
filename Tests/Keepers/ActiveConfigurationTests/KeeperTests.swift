import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The keeper of an ActiveConfig", .inTurn)
struct KeeperTests {
    let under = ConfigUnderTest(userID: "u")

    let shop: JSONValue = [
        "meta": [
            "format_version_string": "1.0", "creation_time": "2026-02-03T04:05Z", "ab_group": "blue",
            "experiments": ["checkout": "b", "price": 2, "broken": []],
        ],
        "config_sections": [
            "Shop": [
                "settings": [
                    "Title": ["value": "Sale"], "Retries": ["value": .number("3")],
                    "Rate": ["value": .number("0.50")],
                    "On": ["value": true], "Color": ["value": ["red": 1]], "Default": ["value": nil],
                    "Broken": [:],
                ]
            ],
            "v1.2": ["settings": ["A.B": ["value": "x"]]],
        ],
    ]

    @Test("settings are keys named by section and key, with their values as text")
    func entries() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        #expect(keeper.snapshot.entries.isEmpty)
        try await under.download(shop, etag: "e")
        let snapshot = keeper.snapshot
        let texts = snapshot.entries.mapValues { $0.text ?? "(default)" }
        #expect(
            texts == [
                "Shop.Title": "Sale", "Shop.Retries": "3", "Shop.Rate": "0.50", "Shop.On": "true",
                "Shop.Color": #"{"red":1}"#, "Shop.Default": "(default)", "v1%2E2.A.B": "x",
            ])
        #expect(snapshot.version == "2026-02-03T04:05Z")
        #expect(snapshot.etag == "e")
        #expect(snapshot.fetchedAt == under.clock.now)
        #expect(snapshot.entries["Shop.Title"]?.supplier == nil)
        #expect(snapshot.group(of: "Shop.Title") == "Shop")
    }

    @Test("groups that the meta names are experiment groups")
    func experiments() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        try await under.download(shop)
        #expect(
            keeper.snapshot.experiments == [
                ExperimentAssignment(id: "ab_group", variant: "blue", keys: []),
                ExperimentAssignment(id: "checkout", variant: "b", keys: []),
                ExperimentAssignment(id: "price", variant: "2", keys: []),
            ])
        let own = ActiveConfigRemoteConfigKeeper(
            under.config, groups: ExperimentGroups(groupMembers: ["creation_time"], experimentsMember: nil))
        #expect(own.snapshot.experiments.map(\.id) == ["creation_time"])
    }

    @Test("what the meta says are notes, in its order")
    func notes() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        #expect(keeper.snapshot.notes.isEmpty)
        try await under.download(
            document(["S": 1], meta: ["ab_group": "b", "rank": 2, "tags": ["x"], "none": nil]))
        #expect(
            keeper.snapshot.notes == [
                SourceNote(title: "ab_group", text: "b"), SourceNote(title: "rank", text: "2"),
                SourceNote(title: "tags", text: #"["x"]"#), SourceNote(title: "none", text: "null"),
            ])
    }

    @Test("the persona is the user, and another one switches users and asks for a download")
    func persona() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        #expect(keeper.persona == SourcePersona(fields: ["user": "u"]))
        #expect(keeper.personaFieldNames == ["user"])
        try await under.download(document(["S": 1]))
        let told = Recorder<String>()
        let observation = keeper.observe { notice in
            switch notice {
            case .snapshot(let snapshot): told.record("snapshot of \(snapshot.entries.count)")
            case .sourceChanged: told.record("source changed")
            case .liveStatus: break
            }
        }
        keeper.setPersona(SourcePersona(fields: ["user": .number("7"), "other": true]))
        #expect(under.config.currentUserID == "7")
        #expect(keeper.snapshot.entries.isEmpty)
        #expect(told.elements == ["snapshot of 0", "source changed"])
        keeper.setPersona(SourcePersona(fields: ["user": "7"]))
        #expect(told.count == 2)
        keeper.setPersona(SourcePersona())
        #expect(under.config.currentUserID == nil)
        #expect(keeper.persona == SourcePersona())
        observation.cancel()
    }

    @Test(
        "a service downloads the configuration of a persona that is set while another's download is under way"
    )
    func personaWhileDownloading() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        let first = Task { try await service.fetch(.manual) }
        try await under.downloader.began(1)
        keeper.setPersona(SourcePersona(fields: ["user": "other"]))
        under.downloader.answer("u", .success(ActiveConfigDownload(.value(document(["S": 1])))))
        _ = try await first.value
        #expect(service.snapshot.entries.isEmpty)
        try await under.downloader.began(2)
        under.downloader.answer("other", .success(ActiveConfigDownload(.value(document(["S": 2])))))
        try await eventually("the other user's settings") { service.snapshot.entries["S.v"]?.text == "2" }
    }

    @Test("the catalog groups keys by section, with the kinds of their present values")
    func catalog() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        try await under.download(shop)
        let catalog = keeper.catalog.map {
            "\($0.group ?? "-") \($0.title) \($0.name) \($0.schema.kind.rawValue)"
        }
        #expect(
            catalog == [
                "Shop Title Shop.Title string", "Shop Retries Shop.Retries int", "Shop Rate Shop.Rate double",
                "Shop On Shop.On bool", "Shop Color Shop.Color json", "Shop Default Shop.Default string",
                "v1.2 A.B v1%2E2.A.B string",
            ])
    }

    @Test("missing and incorrect settings are marked")
    func report() async throws {
        let service = RemoteConfigService(remoteConfigKeeper: ActiveConfigRemoteConfigKeeper(under.config))
        under.downloader.lineUp(.success(ActiveConfigDownload(.value(shop), httpStatus: 200, bytes: 9)))
        let record = try await service.fetch(.manual)
        #expect(record.statusWord == "updated")
        #expect(record.httpStatus == 200)
        #expect(record.bytes == 9)
        let keys = [
            ("Shop.Title", ValueKind.string), ("Shop.Title", .int), ("Shop.Broken", .string),
            ("Shop.Default", .bool),
        ]
        let report = service.report(for: keys.map { CatalogKey(name: $0, schema: ValueSchema(kind: $1)) })
        #expect(report.rows.prefix(4).map(\.status.rawValue) == ["ok", "incorrect", "missing", "default"])
    }

    @Test("a switch of users is a new snapshot, whose entries say where they come from")
    func users() async throws {
        let store = InMemoryActiveConfigStore()
        store.persist(
            StoredActiveConfig(state: try state(["S": 1]), downloadedAt: ManualClock().now), for: nil)
        let under = ConfigUnderTest(store: store, userID: "u1")
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        let told = Recorder<ExactDictionary<Snapshot.Entry>>()
        let observation = keeper.observe { notice in
            if case .snapshot(let snapshot) = notice { told.record(snapshot.entries) }
        }
        try await under.download(document(["S": 2]))
        keeper.currentUserID = "u2"
        keeper.currentUserID = "u1"
        #expect(
            told.elements == [
                ["S.v": .init(text: "2")], ["S.v": .init(text: "1", supplier: "shared")],
                ["S.v": .init(text: "2")],
            ])
        observation.cancel()
    }

    @Test("a failed fetch gives its reason, and the last values stay")
    func failure() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        try await under.download(document(["S": 1]))
        under.downloader.lineUp(.failure(FetchFailure("no network", httpStatus: 502)))
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.summary == "no network")
        #expect(failure?.httpStatus == 502)
        #expect(keeper.snapshot.entries["S.v"]?.text == "1")
        under.downloader.lineUp(.success(ActiveConfigDownload(.unchanged, httpStatus: 304)))
        #expect(try await keeper.fetch(.manual).status == .unchanged)
    }

    @Test("what is wrong in a document is a note, and the reason why the key has no value")
    func problems() async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        under.downloader.lineUp(
            .success(
                ActiveConfigDownload(
                    .value([
                        "meta": ["format_version_string": "9.9"],
                        "config_sections": ["S": ["settings": ["k": ["vlaue": "net"]]], "T": "text"],
                    ]))))
        _ = try await keeper.fetch(.manual)
        let problems = keeper.snapshot.notes.filter { $0.title == "Problem" }.map(\.text)
        let reason =
            "config_sections.S.settings.k.vlaue: unknown field (did you mean \"value\"?); the setting has no value"
        #expect(
            problems == [
                #"meta.format_version_string: unknown version "9.9", read as 1.0"#, reason,
                #"config_sections.T: expected an object, found "text"; the section has no settings"#,
            ])
        let key = CatalogKey(name: "S.k", schema: ValueSchema(kind: .string, defaultText: "own"))
        let report = Report(keys: [key], snapshot: keeper.snapshot, overrides: .empty, at: Date())
        #expect(report.rows.first?.status == .missing)
        #expect(report.rows.first?.sourceProblem == reason)
    }

    @Test(
        "an answer without a configuration is a failure, and the last values stay",
        arguments: [
            .empty, .value(.null), .document(Array("null".utf8)),
            .value(["meta": [:], "config_sections": [:]]),
        ]
            as [ActiveConfigDownload.Content])
    func withoutConfiguration(content: ActiveConfigDownload.Content) async throws {
        let keeper = ActiveConfigRemoteConfigKeeper(under.config)
        try await under.download(document(["S": 1]))
        under.downloader.lineUp(.success(ActiveConfigDownload(content, httpStatus: 200)))
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.summary.contains("the response has no configuration") == true)
        #expect(failure?.httpStatus == 200)
        #expect(keeper.snapshot.entries["S.v"]?.text == "1")
    }

    @Test(
        "a setting's name says which section it means",
        arguments: [
            ("S", "k"), ("a.b", "c"), ("a", "b.c"), ("100%", "x"), ("a%2Eb", "x"), ("", ""), (".%", "%2E"),
        ])
    func names(section: String, key: String) {
        let name = SettingName(section: section, key: key)
        #expect(SettingName(name.description) == name)
    }
}
