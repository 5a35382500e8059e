import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Words that commands and the dashboard share", .inTurn)
struct WordsTests {
    @Test(
        "a count has its noun in the singular only for one",
        arguments: [(0, "0 keys"), (1, "1 key"), (2, "2 keys"), (1_234, "1234 keys")])
    func count(count: Int, text: String) {
        #expect(CountText.count(count, "key") == text)
    }

    @Test("a plural that is not made with an s is given")
    func plural() {
        #expect(CountText.count(1, "key differs", "keys differ") == "1 key differs")
        #expect(CountText.count(2, "key differs", "keys differ") == "2 keys differ")
    }

    @Test("a result that is not known says where it was sent if that is not on the screen")
    func unknown() {
        #expect(
            PublicationWords.unknown("offline")
                == "it was sent, but it is unknown whether it was published: offline")
        #expect(PublicationWords.unknown("offline", sentTo: "shop").hasPrefix("it was sent to shop, but "))
    }

    @Test("a status has one reason, the same in details and checks")
    func status() {
        let report = Report(
            keys: SampleShop.keys, snapshot: SampleShop.snapshot, overrides: .empty, at: SampleShop.start)
        for row in report.rows where [.missing, .undeclared].contains(row.status) {
            let facts = KeyFacts(of: row.name, row, in: report, layers: [], at: SampleShop.start).facts
            let reason = row.statusReason ?? ""
            #expect(facts.contains { $0.content == .text("\(row.status.rawValue): \(reason)") })
            #expect(CheckFinding(row)?.message == reason)
        }
        #expect(Set(report.rows.map(\.status)).isSuperset(of: [.missing, .undeclared]))
    }

    @Test("an empty value of the source is distinguished from none")
    func empty() {
        let snapshot = Snapshot(texts: ["max_items": ""], fetchedAt: SampleShop.start)
        let report = Report(
            keys: SampleShop.keys, snapshot: snapshot, overrides: .empty, at: SampleShop.start)
        let row = report.rows.first { $0.name == "max_items" }
        #expect(row?.statusReason == "the source's value is empty")
        #expect(row.flatMap { CheckFinding($0) }?.message == "the source's value is empty")
    }
}
