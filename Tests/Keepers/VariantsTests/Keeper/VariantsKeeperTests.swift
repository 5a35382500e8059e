import ExperimentsCore
import ExperimentsLocks
import TestSupport
import Testing
import Variants

@Suite("The keeper of variants", .inTurn)
struct VariantsKeeperTests {
    private static let document = """
        {"flag_defs": [{"flag": "color", "base_value": "grey"}, {"flag": "limit", "base_value": null}],
         "variants": [{"id": "Even", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
                       "mods": [{"flag": "color", "value": "blue"}]}]}
        """

    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func keeper(
        _ text: String = document, persona: Persona = Persona(context: ["user_id": 7])
    ) throws -> VariantsRemoteConfigKeeper {
        let path = try folder.write(text, to: "variants.json")
        return VariantsRemoteConfigKeeper(
            path: path, shownAs: "variants.json", subject: persona, watcher: nil, now: clock.reading)
    }

    @Test("before the first fetch there is nothing")
    func beforeFetch() throws {
        let keeper = try keeper()
        keeper.subject = Persona(context: ["user_id": 8])
        #expect(keeper.snapshot.entries.isEmpty)
        #expect(keeper.snapshot.fetchedAt == nil)
    }

    @Test("a file that is missing for a moment is not a failure")
    func replaced() async throws {
        let folder = folder
        let settling = FileSettling { _ in _ = try? folder.write(Self.document, to: "variants.json") }
        let keeper = VariantsRemoteConfigKeeper(
            path: folder.path("variants.json"), watcher: nil, settling: settling)
        #expect(try await keeper.fetch(.realtime(attempt: 1)).status == .updated)
    }

    @Test("every flag is an entry with its value and the variant that gave it; null is the app's default")
    func entries() async throws {
        let keeper = try keeper()
        let outcome = try await keeper.fetch(.manual)
        #expect(outcome == FetchOutcome(status: .updated, bytes: Self.document.utf8.count))
        #expect(
            keeper.snapshot.entries == [
                "color": .init(text: "blue", supplier: "Even"), "limit": .init(text: nil),
            ])
        #expect(keeper.snapshot.experiments == [.init(id: "color", variant: "Even", keys: ["color"])])
        #expect(keeper.snapshot.fetchedAt == clock.now)
        #expect(keeper.snapshot.version?.count == 8)
    }

    @Test(
        "what has no effect in the file is a note with its place",
        arguments: [
            (
                #"{"flag_defs": [], "variants": [{"id": "V", "condition": [], "mods": []}]}"#,
                #"variants[0].condition: unknown field (did you mean "conditions"?)"#
            ),
            (#"{"flag_def": [], "variant": []}"#, "flag_def: unknown field"),
            (#"{"flags": {"a": true}}"#, "flags: unknown field"),
            (
                #"{"flag_defs": [], "variants": [{"id": "V", "mods": [], "conditions": [{"type": "RANDOM", "vale": 1}]}]}"#,
                "vale"
            ),
        ])
    func oddity(document: String, words: String) throws {
        let keeper = try keeper(document)
        try keeper.fetchNow()
        let notes = keeper.snapshot.notes
        #expect(notes.allSatisfy { $0.title == "Problem" && $0.text.hasPrefix("variants.json:1:") })
        #expect(notes.contains { $0.text.contains(words) }, "\(notes)")
    }

    @Test("a fetch of the same content changes nothing")
    func unchanged() throws {
        let keeper = try keeper()
        try keeper.fetchNow()
        let notices = Recorder<Void>()
        let observation = keeper.observe { _ in notices.record(()) }
        #expect(try keeper.fetchNow().status == .unchanged)
        #expect(notices.count == 0)
        observation.cancel()
    }

    @Test("a file with problems fails the fetch with all of them in one line, and the last good values stay")
    func problems() throws {
        let keeper = try keeper()
        try keeper.fetchNow()
        try folder.write(#"{"flag_defs": [{"flag": 1}], "variants": 2}"#, to: "variants.json")
        let failure = #expect(throws: FetchFailure.self) { try keeper.fetchNow() }
        #expect(
            failure?.summary == """
                variants.json:1:16: flag_defs[0]: "base_value" is missing; \
                variants.json:1:17: flag_defs[0].flag: expected a string, found 1; \
                variants.json:1:30: variants: expected an array, found 2
                """)
        #expect(keeper.snapshot.entries["color"]?.text == "blue")
        #expect(keeper.registry.flags.count == 2)
    }

    @Test("a file that is gone fails the fetch, and its values stay")
    func gone() throws {
        let keeper = VariantsRemoteConfigKeeper(
            path: folder.path("none.json"), shownAs: "none.json", watcher: nil)
        let failure = #expect(throws: FetchFailure.self) { try keeper.fetchNow() }
        #expect(failure?.summary.hasPrefix("none.json: cannot open") == true)
    }

    @Test("a flag that goes from the file goes from the snapshot")
    func removed() throws {
        let keeper = try keeper()
        try keeper.fetchNow()
        try folder.write("{}", to: "variants.json")
        #expect(try keeper.fetchNow().status == .empty)
        #expect(keeper.snapshot.entries.isEmpty)
    }

    @Test("a new persona makes a new snapshot immediately, and it is reported once")
    func persona() throws {
        let keeper = try keeper()
        try keeper.fetchNow()
        let seen = Recorder<String?>()
        let observation = keeper.observe { notice in
            if case .snapshot(let snapshot) = notice { seen.record(snapshot.entries["color"]?.text) }
        }
        keeper.subject = Persona(context: ["user_id": 99])
        keeper.subject = Persona(context: ["user_id": 98])
        keeper.subject = Persona(context: ["user_id": 98], forced: ["Even": true])
        #expect(seen.elements == ["grey", "blue"])
        observation.cancel()
    }

    @Test("a change to the registry by code makes a new snapshot")
    func registry() throws {
        let keeper = try keeper()
        try keeper.fetchNow()
        try keeper.registry.register(FlagDefinition("mine", baseValue: 3))
        #expect(keeper.snapshot.entries["mine"]?.text == "3")
        try folder.write("{}", to: "variants.json")
        try keeper.fetchNow()
        #expect(keeper.snapshot.entries.keys.sorted() == ["mine"])
    }

    @Test("a fetch reports one snapshot, even if RANDOM would draw differently the next time")
    func oneSnapshot() throws {
        let flags = (0..<50).map { #"{"flag": "f\#($0)", "base_value": 0}"# }.joined(separator: ",")
        let variants = (0..<50).map {
            #"{"id": "V\#($0)", "conditions": [{"type": "RANDOM", "value": 0.5}], "mods": [{"flag": "f\#($0)", "value": 1}]}"#
        }.joined(separator: ",")
        let keeper = try keeper(#"{"flag_defs": [\#(flags)], "variants": [\#(variants)]}"#)
        let notices = Recorder<Void>()
        let observation = keeper.observe { _ in notices.record(()) }
        try keeper.fetchNow()
        #expect(notices.count == 1)
        observation.cancel()
    }

    @Test("a change to the file is announced")
    func watched() async throws {
        let path = try folder.write(Self.document, to: "variants.json")
        let keeper = VariantsRemoteConfigKeeper(path: path)
        let notices = Recorder<Void>()
        let observation = keeper.observe { notice in
            if case .sourceChanged = notice { notices.record(()) }
        }
        try folder.write("{}", to: "variants.json")
        _ = try await notices.first(1)
        observation.cancel()
    }

    @Test("a key that is missing or incorrect is so as with any source, and variants in use are tracked")
    func service() async throws {
        let store = InMemoryOverrideStore()
        let service = TrackingService(variantsKeeper: try keeper(), overrideStore: store)
        try await service.fetch()
        let keys = [("color", ValueKind.string), ("limit", .int), ("other", .bool)]
            .map { CatalogKey(name: $0, schema: ValueSchema(kind: $1)) }
        let report = service.getValues(for: keys)
        #expect(report.rows.map(\.status) == [.ok, .default, .missing])
        #expect(service.groups.elements == [VariantGroup(flag: "color", variant: "Even")])
        let wrong = service.getValues(for: [CatalogKey(name: "color", schema: ValueSchema(kind: .int))])
        #expect(wrong.rows.first?.status == .incorrect)
        #expect(service.groups.count == 1)
    }
}

private final class TrackingService: VariantsRemoteConfigService, @unchecked Sendable {
    let groups = Recorder<VariantGroup>()

    override func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {
        if let group = value as? VariantGroup { groups.record(group) }
    }
}
