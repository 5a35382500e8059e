import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Expiry dates of overrides that are not times", .inTurn)
struct OverrideEndTests {
    private let now = Date(timeIntervalSince1970: 1_000)

    private func isActive(_ override: Override, text: String?, fetchedAt: Date? = nil, known: Bool = true)
        -> Bool
    {
        let entries = text.map { ["key": Snapshot.Entry(text: $0)] } ?? [:]
        let snapshot = Snapshot(entries: entries, fetchedAt: known ? now : nil)
        return override.isActive(
            for: "key", in: OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: fetchedAt))
    }

    @Test("until the next fetch ends with a fetch that began after it was set, and with no other")
    func nextFetch() {
        let override = Override(value: "x", setAt: now, until: .nextFetch)
        #expect(isActive(override, text: "a"))
        #expect(isActive(override, text: "a", fetchedAt: now - 1))
        #expect(!isActive(override, text: "a", fetchedAt: now + 1))
    }

    @Test("until upstream changes lasts while the source holds the text that it held then")
    func upstream() {
        let override = Override(value: "x", until: .upstreamChange(from: "a"))
        #expect(isActive(override, text: "a"))
        #expect(!isActive(override, text: "b"))
        #expect(!isActive(override, text: nil))
        #expect(isActive(override, text: nil, known: false))
        #expect(isActive(Override(value: "x", until: .upstreamChange(from: nil)), text: nil))
    }

    @Test("are written and read again")
    func document() throws {
        let set = OverrideSet([
            "a": Override(value: "1", until: .nextFetch),
            "b": Override(value: "2", until: .upstreamChange(from: "old")),
            "c": Override(value: "3", until: .upstreamChange(from: nil)),
        ])
        let read = try OverrideSet(parsing: set.documentBytes)
        #expect(read == set)
        #expect(set.documentText.contains(#""until": "next fetch""#))
        #expect(set.documentText.contains(#""upstream": "old""#))
    }

    @Test("an end that this version does not know is refused with its place")
    func unknown() {
        let text = #"{"version": 1, "overrides": {"a": {"value": "1", "until": "full moon"}}}"#
        let problem = #expect(throws: OverrideDocumentProblem.self) {
            try OverrideSet(parsing: Array(text.utf8))
        }
        #expect(problem?.message.contains("next fetch") == true)
        #expect(problem?.line == 1)
    }

    @Test("a service's own fetch ends an override until the next fetch, and notifies subscribers")
    func service() async throws {
        let keeper = ScriptedKeeper()
        let clock = ManualClock()
        let store = InMemoryOverrideStore(
            OverrideSet(["key": Override(value: "forced", setAt: clock.now, until: .nextFetch)]))
        let service = RemoteConfigService(
            remoteConfigKeeper: keeper, overrideStore: store, now: clock.reading)
        let key = CatalogKey(name: "key", schema: ValueSchema(kind: .string, defaultText: "d"))
        let heard = Recorder<String>()
        let observation = service.observeRemoteValue(for: key) { (value: CatalogValue) in
            heard.record(value.remoteText)
        }
        clock.advance(by: 5)
        async let fetched = service.fetch(.manual)
        try await keeper.answer(.success(Snapshot(texts: ["key": "upstream"], fetchedAt: clock.now)))
        _ = try await fetched
        withExtendedLifetime(observation) {}
        #expect(heard.elements == ["forced", "upstream"])
        #expect(service.report(for: [key]).rows.first?.status == .ok)
    }

    @Test(
        "are read as they are typed",
        arguments: [
            ("", OverrideExpiry.never), ("never", .never), ("next fetch", .nextFetch),
            ("until next fetch", .nextFetch),
            ("until-next-fetch", .nextFetch), ("upstream changes", .upstreamChange),
            ("Until Upstream Changes", .upstreamChange), ("2h", .at(Date(timeIntervalSince1970: 8_200))),
            ("until 2h", .at(Date(timeIntervalSince1970: 8_200))),
            ("1970-01-01T00:20:00Z", .at(Date(timeIntervalSince1970: 1_200))),
        ] as [(String, OverrideExpiry)])
    func typed(_ text: String, _ expiry: OverrideExpiry) throws {
        #expect(try OverrideExpiry(parsing: text, now: now, localTime: .utc) == expiry)
    }

    @Test(
        "a time of day is today's, or tomorrow's where that is over, in local time",
        arguments: [
            ("00:20", 0, 1_200), ("00:10", 0, 87_000), ("01:20", 3600, 1_200), ("23:59", -3600, 3_540),
        ]
            as [(String, Int, Double)])
    func timeOfDay(_ text: String, _ offset: Int, _ seconds: Double) throws {
        let expiry = try OverrideExpiry(parsing: text, now: now, localTime: .fixed(offset))
        #expect(expiry == .at(Date(timeIntervalSince1970: seconds)))
    }

    @Test(
        "a day is its beginning, with or without a time of day, in local time",
        arguments: [
            ("1970-01-02", 86_400), ("until 1970-01-02", 86_400), ("1970-01-02 10:00", 122_400),
            ("1970-01-02T10:00:30", 122_430),
        ] as [(String, Double)])
    func day(_ text: String, _ seconds: Double) throws {
        let expiry = try OverrideExpiry(parsing: text, now: now, localTime: .fixed(3600))
        #expect(expiry == .at(Date(timeIntervalSince1970: seconds - 3600)))
    }

    @Test(
        "a time that states its offset may leave out the seconds, and the minutes of the offset",
        arguments: [
            ("1970-01-02T10:00Z", 122_400), ("1970-01-02 10:00z", 122_400), ("1970-01-02T10:00+02", 115_200),
            ("until 1970-01-02T10:00-0230", 131_400), ("1970-01-02T10:00:30+02", 115_230),
            ("1970-01-02T10:00+02:00", 115_200),
        ] as [(String, Double)])
    func offset(_ text: String, _ seconds: Double) throws {
        let expiry = try OverrideExpiry(parsing: text, now: now, localTime: .fixed(3600))
        #expect(expiry == .at(Date(timeIntervalSince1970: seconds)))
    }

    @Test(
        "an invalid expiry is refused with advice",
        arguments: [
            "soon", "25:00", "5", "0s", "1970-01-01T00:00:01Z", "1:5", "1970-01-02T10:00+2",
            "1970-01-02T10:00+2x",
            "1970-01-02Z", "1970-01-02T10:00 Z",
        ])
    func refused(_ text: String) {
        let problem = #expect(throws: MessageError.self) {
            try OverrideExpiry(parsing: text, now: now, localTime: .utc)
        }
        #expect(problem?.advice?.isEmpty == false)
    }
}
