import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Filter and sort", .inTurn)
struct SearchTests {
    private func report(_ texts: [String: String]) -> Report {
        let keys = texts.keys.sorted().map { CatalogKey(name: $0, schema: ValueSchema(kind: .string)) }
        return Report(
            keys: keys, snapshot: Snapshot(texts: texts, fetchedAt: nil), overrides: .empty,
            at: SampleShop.start)
    }

    /// The rows that a filter finds, in the order of the list.
    private func found(_ filter: String, _ report: Report) -> [Int] {
        var listing = KeyListing()
        listing.rebuild(KeyListing.Content(report: report), KeyListing.Choice(filter: Filter(filter)))
        return listing.visible
    }

    @Test("the index finds the rows that a plain search finds, for any words")
    func sameAsPlainSearch() {
        var generator = SeededGenerator(seed: 1 &+ FuzzEffort.seed)
        let letters = Array("abAB_ éÉ日1")
        func word(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &generator)).map { _ in letters.randomElement() ?? "a" })
        }
        for _ in 0..<200 {
            let texts = Dictionary((0..<30).map { _ in (word(1...12), word(0...20)) }) { first, _ in first }
            let report = report(texts)
            var index = SearchIndex(report)
            let term = word(1...3)
            let found = index.rows(containing: Needle(term.lowercased()), among: .all(report.rows.count))
            for (number, row) in report.rows.enumerated() {
                let isFound = found.contains(number)
                let fields = [row.name, row.valueText ?? "", row.status.rawValue]
                let expected = fields.contains {
                    $0.lowercased().utf8.firstRange(of: term.lowercased().utf8) != nil
                }
                #expect(isFound == expected, "\(term) in \(fields)")
            }
        }
    }

    @Test("words are joined by and, and an exclamation mark excludes")
    func words() {
        let report = report(["checkout_color": "red", "checkout_size": "big", "search": "red"])
        #expect(found("check red", report) == [0])
        #expect(found("red !check", report) == [2])
        #expect(found(" ", report) == [0, 1, 2])
    }

    @Test("rows that are equal in the order stay as declared, in both directions")
    func stableOrder() {
        let report = report(["a": "1", "b": "2", "c": "1"])
        #expect(KeyOrder(.value).sorted(report, ChangeTimes()) == [0, 2, 1])
        #expect(KeyOrder(.key, isReversed: true).sorted(report, ChangeTimes()) == [2, 1, 0])
    }

    @Test("what changed last comes first in the order of changes")
    func byChange() {
        let report = report(["a": "1", "b": "2", "c": "1"])
        let changed = ["c": SampleShop.start, "b": SampleShop.start + 5]
        #expect(KeyOrder(.changed).sorted(report, ChangeTimes(arrivals: changed)) == [1, 2, 0])
    }
}
