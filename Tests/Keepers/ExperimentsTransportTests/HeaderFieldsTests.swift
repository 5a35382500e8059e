import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Header fields", .inTurn)
struct HeaderFieldsTests {
    @Test("are found by their names in any case, and described in alphabetical order")
    func names() {
        var fields: HeaderFields = ["ETag": "1", "etag": "2", "Accept": "text/plain"]
        #expect(fields["ETAG"] == "2")
        #expect(fields.description == "accept: text/plain\netag: 2")
        fields["eTag"] = nil
        #expect(fields == ["accept": "text/plain"])
    }

    @Test(
        "whose values authorize the caller do not show them",
        arguments: [
            "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "X-Goog-Api-Key",
            "X-Goog-Firebase-Installations-Auth", "X-Auth-Token", "X-Client-Secret", "PRIVATE-TOKEN",
        ])
    func secrets(name: String) {
        let fields: HeaderFields = [name: "c2VjcmV0"]
        var dumped = ""
        dump(fields, to: &dumped)
        for text in ["\(fields)", String(reflecting: fields), dumped] {
            #expect(text.contains("(hidden)"))
            #expect(!text.contains("c2VjcmV0"))
        }
    }
}
