import TestSupport
import Testing

@testable import ExperimentsHTTPServing

@Suite("The items of a query", .inTurn)
struct QueryNamesTests {
    @Test("that a request of its own kind does not have are named, with the nearest one")
    func only() {
        let names = QueryNames.only("app", "installation")
        #expect(names.unknown(in: ["app": "shop", "installation": "1"]) == nil)
        #expect(names.unknown(in: [:]) == nil)
        #expect(
            names.unknown(in: ["aap": "shop"])?.message
                == #""aap" is not an item of this query. Did you mean app?"#)
        #expect(names.unknown(in: ["App": "shop"])?.near == "app")
        #expect(
            names.unknown(in: ["x": ""])?.message
                == #""x" is not an item of this query. The query can have app, installation."#)
        #expect(QueryNames.only().unknown(in: ["x": ""])?.hint == "The query must be empty.")
    }

    @Test("are ignored in a protocol of others, unless one is a misspelling")
    func known() {
        let names = QueryNames.known("userID")
        #expect(names.unknown(in: ["userID": "1", "utm_source": "mail", "_": "5"]) == nil)
        #expect(names.unknown(in: ["userid": "1", "utm_source": "mail"])?.near == "userID")
    }

    @Test("are refused if two of the same name differ, so that none is ignored")
    func twice() throws {
        let target = try RequestTarget("/overrides/k?app=shop&raw=true&app=bank")
        #expect(target.ambiguous == ["app"])
        #expect(
            QueryNames.only("app", "raw").ambiguity(in: target.ambiguous)
                == #""app" occurs twice in the query, with different values."#)
    }

    @Test("may occur twice with the same value")
    func twiceTheSame() throws {
        let target = try RequestTarget("/overrides/k?app=shop&app=shop")
        #expect(target.query == ["app": "shop"])
        #expect(target.ambiguous.isEmpty)
    }

    @Test("may differ in a protocol of others if they have no meaning here")
    func twiceUnknown() throws {
        let target = try RequestTarget("/ofrep/v1/evaluate/flags?a=1&a=2")
        #expect(QueryNames.known("flagConfigEtag").ambiguity(in: target.ambiguous) == nil)
        #expect(QueryNames.known("a").ambiguity(in: target.ambiguous) != nil)
    }
}
