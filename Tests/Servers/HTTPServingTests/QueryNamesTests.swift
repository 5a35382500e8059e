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
            names.unknown(in: ["aap": "shop"])?.message == #""aap" is not an item of this query. Did you mean app?"#)
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
        #expect(throws: RequestRefusal.malformed(#""app" occurs twice in the query, with different values."#)) {
            try RequestTarget("/overrides/k?app=shop&raw=true&app=bank")
        }
        #expect(try RequestTarget("/overrides/k?app=shop&app=shop").query == ["app": "shop"])
    }
}
