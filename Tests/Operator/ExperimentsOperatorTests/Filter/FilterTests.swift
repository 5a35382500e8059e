import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Filter language", .inTurn)
struct FilterTests {
    /// The keys that a filter leaves of the shop's.
    private func found(_ filter: String, sort: KeyOrder = KeyOrder()) throws -> [String] {
        let report = Report(
            keys: SampleShop.keys, snapshot: SampleShop.snapshot, overrides: SampleShop.overrides,
            at: SampleShop.start)
        let content = KeyListing.Content(report: report, now: SampleShop.start)
        return try KeyListing.rows(of: content, filter: Filter(filter), sort: sort).map(\.name)
    }

    @Test("a word is found letter by letter in a name, but only as it is elsewhere")
    func fuzzy() throws {
        #expect(try found("pwlt") == ["paywall_type"])
        #expect(try found("bbsl").isEmpty)
        #expect(try found("b_bas") == ["paywall_type"])
    }

    @Test(
        "what was found as typed comes before what only has the letters, unless another order was asked for")
    func ranking() throws {
        #expect(try found("che") == ["free_shipping_enabled", "checkout_button_color", "new_search_enabled"])
        let names = try found("se", sort: KeyOrder(.key))
        #expect(names == names.sorted())
    }

    @Test("quotes look for the text as it is, blanks included")
    func literal() throws {
        #expect(try found("\"pwlt\"") == [])
        #expect(try found("\"type\"") == ["paywall_type"])
        #expect(try found("\"type no\"") == [])
        #expect(try found("\"typ") == ["paywall_type"])
    }

    @Test("a capital makes a word match capitals only")
    func smartCase() throws {
        #expect(try found("group:checkout").count == 2)
        #expect(try found("group:Checkout").count == 2)
        #expect(try found("group:CHECKOUT").isEmpty)
        #expect(try found("Paywall") == ["paywall_type"])
        #expect(try found("PAYWALL").isEmpty)
    }

    @Test(
        "fields ask about one thing",
        arguments: [
            ("status:missing", ["checkout_button_color"]),
            ("status:mis,inc", ["free_shipping_enabled", "checkout_button_color", "login_screen"]),
            ("is:override", ["max_items", "price_factor"]),
            ("type:bool", ["free_shipping_enabled", "new_search_enabled"]),
            ("type:bool group:Search", ["new_search_enabled"]),
            ("value:9", ["max_items", "price_factor"]),
            ("key:item", ["max_items"]),
            ("source:override", ["max_items", "price_factor"]),
            ("experiment:exp_7", ["paywall_type"]),
            (
                "!type:bool !status:incorrect !is:override !is:undeclared",
                ["paywall_type", "checkout_button_color"]
            ),
            ("status: max", ["max_items"]),
            ("/^max_/", ["max_items"]), ("key:/_(type|items)$/", ["paywall_type", "max_items"]),
            ("value:/^[0-9]$/", ["max_items"]), ("/MAX/", []),
            ("group:/^(search|mon)/", ["paywall_type", "new_search_enabled"]),
            ("type:bool !/search/", ["free_shipping_enabled"]),
            ("/^free_/ type:bool", ["free_shipping_enabled"]),
            ("experiment:/_7$/", ["paywall_type"]), ("/fre[e/]_ship/", ["free_shipping_enabled"]),
            ("/max", ["max_items"]), ("/two words/", []), ("// max", ["max_items"]),
        ])
    func fields(_ filter: String, _ names: [String]) throws {
        #expect(try found(filter) == names)
    }

    /// The keys that a filter leaves where max_items has held its default for 100 days as far as that was kept, and
    /// price_factor for ten.
    private func found(
        _ filter: String, holding text: String, kept: String = "5", isSameForAll: Bool = false
    ) throws -> [String] {
        let keys = ["max_items": "5", "price_factor": "1"].map { name, text in
            CatalogKey(name: name, schema: ValueSchema(kind: .double, defaultText: text))
        }
        let now = SampleShop.start
        func value(_ text: String, daysAgo: Double) -> KeptValue {
            KeptValue(
                moment: ValueMoment(
                    at: now - daysAgo * 86400, unchangedUntil: nil, version: nil, notes: [], program: nil),
                text: KeptText(text), isFirst: true)
        }
        let snapshot = Snapshot(texts: ["max_items": text, "price_factor": "1"], fetchedAt: now)
        let report = Report(keys: keys, snapshot: snapshot, overrides: .empty, at: now)
        var content = KeyListing.Content(report: report, now: now)
        content.ages = ValueAges(
            ["max_items": [value(kept, daysAgo: 100)], "price_factor": [value("1", daysAgo: 10)]], keys: keys,
            isSameForAll: isSameForAll, at: now)
        return try KeyListing.rows(of: content, filter: Filter(filter), sort: KeyOrder()).map(\.name)
    }

    @Test("is:stale lets keys through that have long been at their default, and still are")
    func stale() throws {
        #expect(try found("is:stale", holding: "5.0") == ["max_items"])
        #expect(try found("!is:st", holding: "5") == ["price_factor"])
        #expect(try found("is:stale,ok key:price", holding: "5") == ["price_factor"])
        #expect(try found("is:stale", holding: "6").isEmpty)
        #expect(try found("is:stale").isEmpty)
        #expect(Filter("is:").hint?.contains("stale") == true)
    }

    @Test(
        "is:stale lets keys through that all users have had one value of, if the source gives everyone the same"
    )
    func constant() throws {
        #expect(try found("is:stale", holding: "7", kept: "7", isSameForAll: true) == ["max_items"])
        #expect(try found("is:stale", holding: "7", kept: "7").isEmpty)
        #expect(try found("is:stale", holding: "8", kept: "7", isSameForAll: true).isEmpty)
    }

    @Test("an excluded word does not exclude what only contains its letters")
    func excluded() throws {
        #expect(try found("!pwlt").contains("paywall_type"))
        #expect(try !found("!paywall").contains("paywall_type"))
    }

    @Test(
        "what cannot be read is reported, with what can be",
        arguments: [
            ("stauts:ok", "no field \"stauts\"; did you mean \"status:\"?"),
            ("colour:red", "available fields: key, status, type"),
            ("status:broken", "ok, missing, incorrect"),
            ("type:float", "bool, string, int, double, json"),
            ("changed:soon", "<5m"),
            ("max /a(b/", "/a(b/, character 2: this ( has no )"), ("key:/[/", "character 1: this [ has no ]"),
            ("/a/b", "expected a space after /a/"), ("status:/x/", "no status"),
        ])
    func problems(_ filter: String, _ words: String) throws {
        #expect(try #require(Filter(filter).problem).text.contains(words))
    }

    @Test(
        "if no one types on, a part that asks for nothing is a problem with its place",
        arguments: [
            ("keys:a", 0), ("max keys:a", 4), ("!keys:a", 1), ("type:bol", 5), ("max changed:yesterday", 12),
            ("key:/(a/", 5), ("/a/b", 3), ("status:", 7), ("key: max", 4), ("max !", 4), ("max \"\"", 4),
            ("//", 0),
            ("status:,", 7), ("é keys:a", 2),
        ])
    func whole(_ text: String, _ offset: Int) throws {
        let problem = try #require(throws: FilterProblem.self) { try Filter(whole: text) }
        #expect(problem.offset == offset)
    }

    @Test(
        "a whole filter asks for the same as one that is typed",
        arguments: ["max", "type:bool !/a/", "\"open", ""])
    func wholeIsTheSame(_ text: String) throws {
        #expect(try Filter(whole: text).terms == Filter(text).terms)
    }
}

@Suite("Texts that are looked for", .inTurn)
struct NeedleTests {
    @Test("looking in place finds what looking in a folded copy finds")
    func sameAnswers() {
        var generator = SeededGenerator(seed: 4 &+ FuzzEffort.seed)
        let letters = Array("abABéÉ_1")
        func word(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &generator)).map { _ in letters.randomElement() ?? "a" })
        }
        for _ in 0..<2000 {
            let needle = Needle(word(1...3))
            let text = word(0...10)
            #expect(
                needle.occurs(in: text) == (needle.range(in: FoldedText(text)) != nil),
                "\(needle.text) in \(text)")
            #expect(
                needle.isSpelt(in: text) == (needle.spelling(in: FoldedText(text)) != nil),
                "\(needle.text) in \(text)")
        }
    }
}
