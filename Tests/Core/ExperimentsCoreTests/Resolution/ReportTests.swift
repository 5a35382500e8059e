import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Reports", .inTurn)
struct ReportTests {
    private let now = Date(timeIntervalSince1970: 1_000)
    private let keys = [
        CatalogKey(name: "fine", schema: ValueSchema(kind: .int)),
        CatalogKey(name: "absent", schema: ValueSchema(kind: .string, defaultText: "d")),
        CatalogKey(name: "wrong", schema: ValueSchema(kind: .bool, defaultText: "false")),
        CatalogKey(name: "forced", schema: ValueSchema(kind: .string, cases: ["a", "b"])),
        CatalogKey(name: "inApp", schema: ValueSchema(kind: .string)),
        CatalogKey(name: "broken", schema: ValueSchema(kind: .int)),
    ]
    private let snapshot = Snapshot(
        entries: [
            "fine": Snapshot.Entry(text: "1", supplier: "condition"), "wrong": Snapshot.Entry(text: "maybe"),
            "forced": Snapshot.Entry(text: "a"), "inApp": Snapshot.Entry(text: nil),
            "broken": Snapshot.Entry(text: "5"), "zeta": Snapshot.Entry(text: "z"),
            "eta": Snapshot.Entry(text: "e"),
        ], fetchedAt: Date(timeIntervalSince1970: 900))
    private let overrides = OverrideSet([
        "forced": Override(value: "b"), "broken": Override(value: "x"), "eta": Override(value: "other"),
        "absent": Override(value: "off", isEnabled: false),
    ])

    private var report: Report { Report(keys: keys, snapshot: snapshot, overrides: overrides, at: now) }

    @Test("is printed as a table of keys, statuses and values")
    func printed() {
        #expect(
            "\(report)" == """
                8 keys: 1 ok, 1 missing, 2 incorrect, 2 override, 1 default, 1 undeclared
                fine    ok          "1"
                absent  missing
                wrong   incorrect   "maybe": not a boolean
                forced  override    "b"
                inApp   default
                broken  incorrect   "x": not a whole number
                eta     override    "other"
                zeta    undeclared  "z"
                """)
        #expect("\(report.rows[2])" == "wrong incorrect \"maybe\": not a boolean")
    }

    @Test("prints a snapshot with its values, sorted by name")
    func printedSnapshot() {
        let snapshot = Snapshot(texts: ["b": "2", "a": "1"], version: "5", fetchedAt: now)
        #expect("\(snapshot)" == "2 values, version 5, fetched at 1970-01-01T00:16:40Z\na \"1\"\nb \"2\"")
        #expect("\(Snapshot.empty)" == "0 values, not fetched yet")
    }

    @Test("has a row for each key as declared, then for each undeclared name")
    func rows() {
        #expect(
            report.rows.map(\.name) == [
                "fine", "absent", "wrong", "forced", "inApp", "broken", "eta", "zeta",
            ])
        #expect(
            report.rows.map(\.status) == [
                .ok, .missing, .incorrect, .override, .default, .incorrect, .override, .undeclared,
            ])
        #expect(report.declaredCount == 6)
        #expect(report.rows.map(\.valueText) == ["1", "d", "false", "b", nil, nil, "other", "z"])
        #expect(report.rows.map(\.remoteText) == ["1", nil, "maybe", "a", nil, "5", "e", "z"])
        #expect(report.rows.map(\.overrideText) == [nil, nil, nil, "b", nil, "x", "other", nil])
        #expect(report.rows.map(\.usesDefault) == [false, true, true, false, true, true, false, false])
        #expect(report.rows[0].entry?.supplier == "condition")
    }

    @Test("remembers a fetch that ended no override, for one that is set later and was to end with it")
    func laterOverride() throws {
        var report = report
        #expect(report.update(overrides: overrides, at: now, fetchedAt: now) == nil)
        var later = overrides
        later["fine"] = Override(value: "2", setAt: Date(timeIntervalSince1970: 999), until: .nextFetch)
        report.update(overrides: later, at: now)
        #expect(report.rows[0].status == .ok)
    }

    @Test("says why a text is incorrect and who supplied it")
    func problems() {
        #expect(report.rows[2].problem?.reason == "not a boolean")
        #expect(report.rows[2].incorrectSupplier == .source)
        #expect(report.rows[5].problem?.found == "x")
        #expect(report.rows[5].incorrectSupplier == .override)
        #expect(report.rows[3].incorrectSupplier == nil)
        #expect(report.brokenRows.map(\.name) == ["absent", "wrong", "broken"])
    }

    @Test("counts rows by status")
    func counts() {
        #expect(report.counts[.ok] == 1)
        #expect(report.counts[.incorrect] == 2)
        #expect(report.counts[.override] == 2)
        #expect(report.counts[.undeclared] == 1)
        #expect(KeyStatus.allCases.map { report.counts[$0] }.reduce(0, +) == report.rows.count)
    }

    @Test("a key that is declared twice has two rows, and hides no undeclared name")
    func repeatedKeys() {
        let key = CatalogKey(name: "a", schema: ValueSchema(kind: .string))
        let report = Report(
            keys: [key, key, key], snapshot: Snapshot(texts: ["a": "1", "b": "2"], fetchedAt: nil),
            overrides: OverrideSet(["a": Override(value: "3")]), at: now)
        #expect(report.rows.map(\.name) == ["a", "a", "a", "b"])
        #expect(report.rows.map(\.status) == [.override, .override, .override, .undeclared])
    }

    @Test("without keys, everything is undeclared")
    func noKeys() {
        let report = Report(keys: [], snapshot: snapshot, overrides: .empty, at: now)
        #expect(report.rows.map(\.name) == snapshot.entries.keys.sorted())
        #expect(report.counts[.undeclared] == 7)
    }

    @Test(
        "before anything was fetched no one knows what is missing; what is held still, and overrides, are known"
    )
    func unknown() {
        let held = Snapshot(texts: ["fine": "1", "wrong": "maybe"], fetchedAt: nil)
        let overrides = OverrideSet(["forced": Override(value: "b")])
        var report = Report(keys: keys, snapshot: held, overrides: overrides, at: now)
        #expect(report.rows.map(\.status) == [.ok, .unknown, .incorrect, .override, .unknown, .unknown])
        #expect(report.counts[.missing] == 0 && report.counts[.unknown] == 3)
        #expect(report.brokenRows.map(\.name) == ["wrong"])
        #expect(report.rows[1].usesDefault && report.rows[1].valueText == "d")
        report.update(overrides: .empty, at: now)
        #expect(report.rows[3].status == .unknown)
    }

    @Test("of an undeclared name the type is the one that its text suggests")
    func suggestedTypes() {
        let texts = ["a": "true", "b": "5019", "c": "1.5", "d": "{\"x\": 1}", "e": "007", "f": "[1", "g": ""]
        let report = Report(
            keys: [], snapshot: Snapshot(texts: texts, fetchedAt: now), overrides: .empty, at: now)
        #expect(
            report.rows.map(\.key.schema.kind) == [.bool, .int, .double, .json, .string, .string, .string])
    }

    @Test("knows the keys with baselines that no experiment of the source names")
    func unassigned() {
        let keys = ["a", "b", "c"].map { name in
            CatalogKey(name: name, schema: ValueSchema(kind: .string, understandsBaseline: name != "c"))
        }
        let snapshot = Snapshot(
            entries: [:], fetchedAt: now,
            experiments: [ExperimentAssignment(id: "x", variant: "y", keys: ["a"])])
        #expect(
            Report(keys: keys, snapshot: snapshot, overrides: .empty, at: now).unassignedBaselineKeys == [1])
    }

    @Test("ends with the first override that ends")
    func validUntil() {
        var set = overrides
        set["fine"] = Override(value: "2", expiresAt: now + 60)
        set["wrong"] = Override(value: "true", expiresAt: now + 30)
        set["absent"] = Override(value: "x", isEnabled: false, expiresAt: now + 10)
        set["broken"] = Override(value: "x", expiresAt: now - 10)
        let report = Report(keys: keys, snapshot: snapshot, overrides: set, at: now)
        #expect(report.validUntil == now + 30)
        var later = report
        later.update(overrides: set, at: now + 30)
        #expect(later.rows[2].status == .incorrect)
        #expect(later.rows[0].status == .override)
        #expect(later.validUntil == now + 60)
    }

    @Test("updated with other overrides, it is what a new one would be", arguments: 0..<30 as Range<UInt64>)
    func updating(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = keys.map(\.name) + ["eta", "zeta", "unknown"]
        func randomSet() -> OverrideSet {
            var set = OverrideSet()
            for name in names where Bool.random(using: &random) {
                set[name] = Override(
                    value: ["1", "a", "true", "x"].randomElement(using: &random) ?? "",
                    isEnabled: .random(using: &random),
                    expiresAt: [nil, now - 1, now + 5, now + 15].randomElement(using: &random) ?? nil)
            }
            return set
        }
        let (old, new) = (randomSet(), randomSet())
        // Also after the clock was set back.
        let later = now + Double([-20, 0, 10, 20].randomElement(using: &random) ?? 0)
        var updated = Report(keys: keys, snapshot: snapshot, overrides: old, at: now)
        updated.update(overrides: new, at: later)
        let fresh = Report(keys: keys, snapshot: snapshot, overrides: new, at: later)
        #expect(updated.rows == fresh.rows)
        #expect(updated.counts == fresh.counts)
        #expect(updated.validUntil == fresh.validUntil)
    }
}
