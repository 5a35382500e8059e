import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@Suite("Two values laid out for reading beside each other", .inTurn)
struct DifferencePageTests {
    private static func page(_ old: JSONValue, _ new: JSONValue) -> (JSONDifference, DifferencePage) {
        let difference = JSONDifference(old, new)
        return (difference, DifferencePage(byPath: difference))
    }

    /// What a side of some rows says.
    private static func text(
        _ rows: some Sequence<DifferencePage.Row>, _ side: KeyPath<DifferencePage.Row, [TextDifference.Part]?>
    ) -> String {
        rows.flatMap { $0[keyPath: side] ?? [] }.map(\.text).joined()
    }

    @Test("have for each change its path and then both values whole, however long they are")
    func changes() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<200 {
            let old = JSONDifferenceTests.value(&random, depth: 3)
            var new = JSONDifferenceTests.edited(old, &random)
            if round % 4 == 0 {
                new = ["long": .string(String(repeating: "é word ", count: round)), "was": new]
            }
            let (difference, page) = Self.page(old, new)
            #expect(page.changes.count == difference.changes.count)
            let ends = page.changes.dropFirst() + [page.rows.count]
            for (change, (start, end)) in zip(difference.changes, zip(page.changes, ends)) {
                #expect(page.rows[start].heading == change)
                let rows = page.rows[(start + 1)..<end]
                #expect(rows.allSatisfy { $0.heading == nil })
                #expect(Self.text(rows, \.old) == change.old?.compactText ?? "")
                #expect(Self.text(rows, \.new) == change.new?.compactText ?? "")
            }
        }
    }

    @Test(
        "break a long value into rows of some letters, after a blank where there is one and never within a letter"
    )
    func longValues() {
        let words = String(repeating: "twelve words ", count: 200)
        let signs = String(repeating: "e\u{301}", count: 900)
        let (_, page) = Self.page(["a": .string(words)], ["a": .string(signs)])
        #expect(page.rows.count > 8)
        #expect(page.rows.allSatisfy { $0.old?.map(\.text).joined().utf8.count ?? 0 <= 480 })
        #expect(Self.text(page.rows, \.new).count == signs.count + 2)
        #expect(
            page.rows.dropFirst().compactMap(\.old?.last).dropLast().allSatisfy { $0.text.hasSuffix(" ") })
    }

    @Test("say of a value whole which lines are new, and where each change begins")
    func whole() throws {
        let old = (0..<60).map { #""key\#($0)": \#($0)"# }.joined(separator: ",")
        let compared = DifferenceRequest(
            "key", oldSide: "one", old: "{\(old)}", newSide: "other",
            new: "{\(old.replacing(": 30", with: ": 99")), \"new\": 1}"
        ).compared().completed()
        let page = try #require(compared.rest?.whole)
        #expect(page.changes.count == 2)
        let first = try #require(page.changes.first)
        #expect(Self.text([page.rows[first]], \.old) == #"  "key30": 30,"#)
        #expect(Self.text([page.rows[first]], \.new) == #"  "key30": 99,"#)
        #expect(page.rows.count { !$0.isShared } == 3)
        #expect(page.rows[first].old?.filter { !$0.isShared }.map(\.text) == ["30"])
    }

    @Test("are searched by path and by value, without being laid out")
    func finding() {
        let long = String(repeating: "needle in hay ", count: 50)
        let (_, page) = Self.page(
            ["nested": ["retries": 3, "name": "x"], "text": ""],
            ["nested": ["retries": 5, "name": "needle"], "text": .string(long)])
        let values = page.rows.places { _, values in values.contains { $0.contains("needle") } }
        #expect(values.first == page.changes[1] + 1)
        #expect(values.count == page.rows.count - page.changes[2])
        #expect(page.rows.places { path, _ in path == "nested.retries" } == [page.changes[0]])
        #expect(page.rows.places { _, _ in true } == Array(page.rows.indices))
    }

    @Test("of a large list that differs in everything have all changes, and words where someone looks")
    func everythingDiffers() throws {
        func value(_ number: Int) -> JSONValue {
            .array(
                (0..<5_000).map {
                    .object(JSONObject(distinct: [.init(name: "n", value: .number("\($0 * 2 + number)"))]))
                })
        }
        let (difference, page) = Self.page(value(0), value(1))
        #expect(difference.changes.count == 5_000)
        #expect(page.rows.count == 10_000)
        let last = try #require(page.rows.last)
        #expect(Self.text([last], \.old) == "9998")
        #expect(Self.text([last], \.new) == "9999")
    }
}
