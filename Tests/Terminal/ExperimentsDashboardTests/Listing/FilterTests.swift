import ExperimentsCore
import Testing

@testable import ExperimentsDashboard

@Suite("Filter language")
struct FilterTests {
    /// The keys that a filter leaves on the first screen of the shop.
    private func found(_ filter: String) -> [String] {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        fixture.state.changeFilter(to: filter)
        return (0..<fixture.state.rowCount).compactMap {
            fixture.state.listing.name(at: $0, of: fixture.state.report)
        }
    }

    @Test("a word is found letter by letter in a name, but only as it is elsewhere")
    func fuzzy() {
        #expect(found("pwlt") == ["paywall_type"])
        #expect(found("bbsl").isEmpty)
        #expect(found("b_bas") == ["paywall_type"])
    }

    @Test("what was found as typed comes before what only has the letters, unless another order was asked for")
    func ranking() {
        #expect(found("che") == ["free_shipping_enabled", "checkout_button_color", "new_search_enabled"])
        var fixture = ShopFixture()
        fixture.state.sort = SortOrder(.key)
        fixture.state.changeFilter(to: "se")
        let names = (0..<fixture.state.rowCount).compactMap {
            fixture.state.listing.name(at: $0, of: fixture.state.report)
        }
        #expect(names == names.sorted())
    }

    @Test("quotes look for the text as it is, blanks included")
    func literal() {
        #expect(found("\"pwlt\"") == [])
        #expect(found("\"type\"") == ["paywall_type"])
        #expect(found("\"type no\"") == [])
        #expect(found("\"typ") == ["paywall_type"])
    }

    @Test("a capital makes a word match capitals only")
    func smartCase() {
        #expect(found("group:checkout").count == 2)
        #expect(found("group:Checkout").count == 2)
        #expect(found("group:CHECKOUT").isEmpty)
        #expect(found("Paywall") == ["paywall_type"])
        #expect(found("PAYWALL").isEmpty)
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
            ("!type:bool !status:incorrect !is:override !is:undeclared", ["paywall_type", "checkout_button_color"]),
            ("status: max", ["max_items"]),
            ("/^max_/", ["max_items"]), ("key:/_(type|items)$/", ["paywall_type", "max_items"]),
            ("value:/^[0-9]$/", ["max_items"]), ("/MAX/", []),
            ("group:/^(search|mon)/", ["paywall_type", "new_search_enabled"]),
            ("type:bool !/search/", ["free_shipping_enabled"]), ("/^free_/ type:bool", ["free_shipping_enabled"]),
            ("experiment:/_7$/", ["paywall_type"]), ("/fre[e/]_ship/", ["free_shipping_enabled"]),
            ("/max", ["max_items"]), ("/two words/", []), ("// max", ["max_items"]),
        ])
    func fields(_ filter: String, _ names: [String]) {
        #expect(found(filter) == names)
    }

    @Test("an excluded word leaves alone what only has its letters")
    func excluded() {
        #expect(found("!pwlt").contains("paywall_type"))
        #expect(!found("!paywall").contains("paywall_type"))
    }

    @Test("changes are found by their age, and the list follows the clock")
    func changes() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.pass(60)
        fixture.finishFetch(.success(fixture.state.report.snapshot.changing(["price_factor": "1.5"])))
        fixture.state.changeFilter(to: "changed:<30s")
        #expect(fixture.state.selectedName == "price_factor" && fixture.state.rowCount == 1)
        fixture.state.changeFilter(to: "changed:>30s")
        #expect(fixture.state.rowCount == 1)
        fixture.pass(31)
        #expect(fixture.state.rowCount == 2)
        fixture.state.changeFilter(to: "changed:last")
        #expect(fixture.state.rowCount == 1)
    }

    @Test(
        "what cannot be read is said, with what can be",
        arguments: [
            ("stauts:ok", "did you mean status"),
            ("colour:red", "there are key, status, type"),
            ("status:broken", "ok, missing, incorrect"),
            ("type:float", "bool, string, int, double, json"),
            ("changed:soon", "<5m"),
            ("max /a(b/", "/a(b/, character 2: this ( has no )"), ("key:/[/", "character 1: this [ has no ]"),
            ("/a/b", "after /a/ comes a blank"), ("status:/x/", "no status"),
        ])
    func problems(_ filter: String, _ words: String) throws {
        #expect(try #require(Filter(filter).problem).text.contains(words))
    }

    @Test("a filter that cannot be read is not kept, and the words beside it still count")
    func refused() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("max status:broken")
        #expect(fixture.state.rowCount == 1)
        try fixture.press("Enter")
        #expect(fixture.state.filterField != nil)
        #expect(fixture.screen.contains("no status “broken”"))
    }

    @Test("Esc while typing brings the cursor back to where it was")
    func cancelled() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "/")
        fixture.type("pay")
        #expect(fixture.state.selectedName == "paywall_type")
        try fixture.press("Esc")
        #expect(fixture.state.selectedName == "max_items")
    }
}

@Suite("Texts that are looked for")
struct NeedleTests {
    @Test("looking in place finds what looking in a folded copy finds")
    func sameAnswers() {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abABéÉ_1")
        func word(_ length: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: length, using: &generator)).map { _ in letters.randomElement() ?? "a" })
        }
        for _ in 0..<2000 {
            let needle = Needle(word(1...3))
            let text = word(0...10)
            #expect(needle.occurs(in: text) == (needle.range(in: FoldedText(text)) != nil), "\(needle.text) in \(text)")
            #expect(
                needle.isSpelt(in: text) == (needle.spelling(in: FoldedText(text)) != nil), "\(needle.text) in \(text)")
        }
    }
}

@Suite("Marks of what a filter found")
struct MatchMarkTests {
    private func marks(_ filter: String, _ text: String, width: Int = 80) -> [Range<Int>] {
        MatchMarks(Filter(filter), in: text, of: .key, width: width) { _ in true }.columns
    }

    @Test("a word is marked where it is, else its letters, close together")
    func letters() {
        #expect(marks("wall", "paywall_type") == [3..<7])
        #expect(marks("ltp", "paywall_type") == [6..<7, 8..<9, 10..<11])
        #expect(marks("!wall value:pay", "paywall_type").isEmpty)
    }

    @Test("columns are counted, not characters or bytes")
    func columns() {
        #expect(marks("x", "日本x") == [4..<5])
        #expect(marks("本", "日本x") == [2..<4])
    }

    @Test("in a text that is cut in the middle what is left of the match is marked")
    func cut() {
        // 0123456789 in 5 columns is 01…89.
        #expect(marks("1", "0123456789", width: 5) == [1..<2])
        #expect(marks("89", "0123456789", width: 5) == [3..<5])
        #expect(marks("4", "0123456789", width: 5).isEmpty)
        #expect(marks("\"123456789\"", "0123456789", width: 5) == [1..<2, 3..<5])
    }

    @Test(
        "where nobody types on, a part that asks for nothing is a problem with its place",
        arguments: [
            ("keys:a", 0), ("max keys:a", 4), ("!keys:a", 1), ("type:bol", 5), ("max changed:yesterday", 12),
            ("key:/(a/", 5), ("/a/b", 3), ("status:", 7), ("key: max", 4), ("max !", 4), ("max \"\"", 4), ("//", 0),
            ("status:,", 7), ("é keys:a", 2),
        ])
    func whole(_ text: String, _ offset: Int) throws {
        let problem = try #require(throws: FilterProblem.self) { try Filter(whole: text) }
        #expect(problem.offset == offset)
    }

    @Test("a whole filter asks for the same as one that is typed", arguments: ["max", "type:bool !/a/", "\"open", ""])
    func wholeIsTheSame(_ text: String) throws {
        #expect(try Filter(whole: text).terms == Filter(text).terms)
    }
}
