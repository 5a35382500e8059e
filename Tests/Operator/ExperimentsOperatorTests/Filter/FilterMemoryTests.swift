import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

/// A list that is filtered letter by letter while its values, overrides and times change, beside a filter that looks
/// at every row anew.
@Suite("Filters that keep in mind what they found", .inTurn)
struct FilterMemoryTests {
    private struct Shop {
        var generator = SeededGenerator(seed: 5 &+ FuzzEffort.seed)
        var listing = KeyListing()
        var report: Report
        var times = ChangeTimes()
        var lastChanges: [String: ChangeKind] = [:]
        var now = SampleShop.start
        let keys: [CatalogKey]

        init() {
            var generator = SeededGenerator(seed: 6 &+ FuzzEffort.seed)
            let kinds: [ValueSchema] = [
                ValueSchema(kind: .bool, defaultText: "false"), ValueSchema(kind: .string),
                ValueSchema(kind: .int),
            ]
            keys = (0..<40).map { number in
                CatalogKey(
                    name: Self.word(1...6, &generator) + "_\(number)",
                    title: number % 3 == 0 ? Self.word(1...4, &generator) : nil,
                    group: number % 4 == 0 ? nil : ["Abe", "bba", "é1"][number % 3], schema: kinds[number % 3]
                )
            }
            report = Self.report(keys, .empty, &generator)
        }

        static func word(_ length: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
            String(
                (0..<Int.random(in: length, using: &generator)).map { _ in "abAB1é".randomElement() ?? "a" })
        }

        static func report(
            _ keys: [CatalogKey], _ overrides: OverrideSet, _ generator: inout SeededGenerator
        ) -> Report {
            var entries: [String: Snapshot.Entry] = [:]
            for key in keys where Int.random(in: 0..<6, using: &generator) > 0 {
                entries[key.name] = Snapshot.Entry(
                    text: ["true", "1", word(0...5, &generator), nil].randomElement(using: &generator) ?? nil,
                    supplier: ["ab", "Bb", nil].randomElement(using: &generator) ?? nil)
            }
            for number in 0..<Int.random(in: 0..<4, using: &generator) {
                entries["undeclared_\(number)"] = Snapshot.Entry(text: word(0...5, &generator))
            }
            let experiments = [
                ExperimentAssignment(
                    id: "_exp_ab", variant: "a", keys: keys.prefix(5).map(\.name), startedAt: SampleShop.start
                )
            ]
            let snapshot = Snapshot(entries: entries, fetchedAt: SampleShop.start, experiments: experiments)
            return Report(keys: keys, snapshot: snapshot, overrides: overrides, at: SampleShop.start)
        }

        var content: KeyListing.Content {
            KeyListing.Content(
                report: report, times: times, lastChanges: ExactDictionary(lastChanges), now: now)
        }

        mutating func fetch() {
            report = Self.report(keys, report.overrides, &generator)
            let names = keys.map(\.name).filter { _ in Bool.random(using: &generator) }
            var arrivals = times.arrivals
            for name in names { arrivals[name] = now }
            _ = times.replaceArrivals(arrivals)
            lastChanges = Dictionary(uniqueKeysWithValues: names.prefix(9).map { ($0, .changed) })
            listing.reportChanged()
        }

        mutating func override() {
            let name = keys.randomElement(using: &generator)?.name ?? ""
            var overrides = report.overrides
            overrides[name] =
                Bool.random(using: &generator)
                ? nil : Override(value: Self.word(1...3, &generator), author: "ana")
            let isNoted = Bool.random(using: &generator)
            let rows = report.update(overrides: overrides, at: now) ?? []
            if isNoted || !rows.isEmpty { times.note(overridesOf: [name], at: now) }
            listing.overridesChanged(rows, noted: rows.isEmpty ? nil : rows, content)
            #expect(report.counts == StatusCounts(report.rows))
        }

        /// What the rows are found to be without an index, those with words as they were typed first.
        func expected(_ filter: Filter, _ scope: KeyScope, onlyChanged: Bool) -> [Int] {
            let passing = report.rows.indices.filter { row in
                switch scope {
                case .missing where report.rows[row].status != .missing: return false
                case .incorrect where report.rows[row].status != .incorrect: return false
                case .overrides where report.overrides[report.rows[row].name] == nil: return false
                default: break
                }
                if onlyChanged, lastChanges[report.rows[row].name] == nil { return false }
                return filter.passes(subject(report.rows[row]), now: now)
            }
            let exact = passing.filter { row in
                filter.terms.allSatisfy { term in
                    guard case .word(let needle) = term.condition, !term.isExcluded, needle.canBeSpelt else {
                        return true
                    }
                    let subject = subject(report.rows[row])
                    return (subject.names + subject.texts + subject.values).contains(where: needle.occurs)
                }
            }
            return exact + passing.filter { !exact.contains($0) }
        }

        private func subject(_ row: ReportRow) -> FilterSubject {
            FilterSubject(
                names: [row.name],
                texts: [row.key.declaredTitle, row.key.group, row.status.rawValue].compactMap(\.self),
                // No value is found as an empty one, by an expression that an empty text meets.
                group: row.key.group, values: [row.valueText ?? ""], source: row.sourceWord,
                experiment: keys.prefix(5).contains { $0.name == row.name } ? "_exp_ab" : nil,
                status: row.status,
                kind: row.key.schema.kind, changedAt: times[row.name],
                changedLast: lastChanges[row.name] != nil)
        }
    }

    private static let terms = [
        "ab", "a1", "Ab", "bA", "é", "1a", "\"ab", "\"Ba", "!ab", "!\"b", "status:ok", "!status:miss",
        "type:bool",
        "group:ab", "group:b", "value:a", "value:A", "!value:1", "key:b", "source:so", "source:ov", "from:Bb",
        "experiment:exp", "!experiment:x", "changed:last", "changed:<5m", "!changed:<1m", "changed:>2m", "ok",
        "under",
        "/a.?b/", "!/B/", "/^[ab]1?/", "key:/^[ab]/", "value:/1$/", "value:/A|é/", "!group:/^(abe|é)/",
        "source:/ov|so/",
        "source:/Bb/", "experiment:/ab$/", "/B[a1]/", "/^(ok|missing)$/", "/b1", "group:/^$/", "!/_[0-9]$/",
    ]

    @Test("they find what a look at every row finds, whatever is typed and whatever changes in between")
    func sameAsFresh() {
        var telling = 0
        for _ in 0..<60 {
            var shop = Shop()
            var text = ""
            var scope = KeyScope.all
            var onlyChanged = false
            var story: [String] = []
            for _ in 0..<80 {
                switch Int.random(in: 0..<20, using: &shop.generator) {
                case 0: shop.fetch()
                case 1, 2: shop.override()
                case 3: shop.now += 40
                case 4: scope = KeyScope.allCases.randomElement(using: &shop.generator) ?? .all
                case 5: onlyChanged.toggle()
                case 6: text = ""
                case 7...10: text = String(text.dropLast())
                case 11, 12:
                    let parts = text.split(separator: " ")
                    text = parts.shuffled(using: &shop.generator).joined(separator: " ")
                case 13...15: text.append("abAB1é ".randomElement(using: &shop.generator) ?? "a")
                default:
                    text +=
                        (text.isEmpty ? "" : " ") + (Self.terms.randomElement(using: &shop.generator) ?? "")
                }
                // Many conditions at once leave no row that could be missing.
                let parts = text.split(separator: " ", omittingEmptySubsequences: false)
                if parts.count > 3 { text = parts.suffix(2).joined(separator: " ") }
                let filter = Filter(text)
                shop.listing.rebuild(
                    shop.content, KeyListing.Choice(scope: scope, filter: filter, onlyChanged: onlyChanged))
                story.append(text)
                #expect(
                    shop.listing.visible == shop.expected(filter, scope, onlyChanged: onlyChanged),
                    "\(scope) \(story.suffix(6))")
                if !filter.isEmpty, !shop.listing.visible.isEmpty { telling += 1 }
            }
        }
        #expect(telling > 600)
    }

    @Test("differences of two sources are found as a look at each of them finds them")
    func comparisons() {
        var generator = SeededGenerator(seed: 7 &+ FuzzEffort.seed)
        for _ in 0..<30 {
            func snapshot() -> Snapshot {
                var entries: [String: Snapshot.Entry] = [:]
                for number in 0..<40 where Bool.random(using: &generator) {
                    entries["k\(Shop.word(0...2, &generator))_\(number)"] = Snapshot.Entry(
                        text: Bool.random(using: &generator) ? nil : Shop.word(0...4, &generator))
                }
                return Snapshot(entries: entries, fetchedAt: nil)
            }
            let comparison = SourceComparison(snapshot(), snapshot(), keys: [])
            var index = ComparisonIndex(comparison)
            var text = ""
            for _ in 0..<30 {
                switch Int.random(in: 0..<5, using: &generator) {
                case 0, 1: text = String(text.dropLast())
                case 2: text.append("abAB1é ".randomElement(using: &generator) ?? "a")
                default:
                    text +=
                        " "
                        + ((Self.terms + ["only-left", "different"]).randomElement(using: &generator) ?? "")
                }
                let filter = Filter(text)
                let expected = comparison.rows.indices.filter { number in
                    let row = comparison.rows[number]
                    let subject = FilterSubject(
                        names: [row.name], texts: [row.word],
                        values: [row.left?.text ?? "", row.right?.text ?? ""])
                    return filter.passes(subject, now: SampleShop.start)
                }
                #expect(index.rows(passing: filter).rows == expected, "\(text)")
            }
        }
    }

    @Test("more overrides than are kept apart are found as well")
    func manyOverrides() {
        let keys = (0..<200).map { CatalogKey(name: "key_\($0)", schema: ValueSchema(kind: .string)) }
        let snapshot = Snapshot(texts: ["key_1": "a"], fetchedAt: SampleShop.start)
        var report = Report(keys: keys, snapshot: snapshot, overrides: .empty, at: SampleShop.start)
        var listing = KeyListing()
        let choice = KeyListing.Choice(filter: Filter("value:new"))
        listing.rebuild(KeyListing.Content(report: report), choice)
        var overrides = OverrideSet()
        for number in 0..<150 {
            overrides["key_\(number)"] = Override(value: "new")
            let rows = report.update(overrides: overrides, at: SampleShop.start) ?? []
            #expect(rows == [number])
            listing.overridesChanged(rows, noted: [], KeyListing.Content(report: report))
            listing.rebuild(KeyListing.Content(report: report), choice)
            #expect(listing.visible == Array(0...number))
        }
    }
}
