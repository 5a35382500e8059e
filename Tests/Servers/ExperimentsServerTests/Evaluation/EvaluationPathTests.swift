import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("A path of OFREP", .inTurn)
struct EvaluationPathTests {
    @Test(
        "is read, with a key as it is or encoded",
        arguments: [
            ("/ofrep/v1/evaluate/flags", EvaluationPath.flags), ("/ofrep/v1/evaluate/flags/", .flags),
            ("/ofrep/v1/evaluate/flags/a", .flag("a")), ("/ofrep/v1/evaluate/flags/a/b", .flag("a/b")),
            ("/ofrep/v1/evaluate/flags/a%2Fb", .flag("a/b")),
            ("/ofrep/v1/evaluate/flags/..%2Fx", .flag("../x")),
            ("/ofrep/v1/evaluate/flags/gr%C3%B6%C3%9Fe%20%C3%A4", .flag("größe ä")),
            ("/ofrep/v1/evaluate/flags/%2541", .flag("%41")), ("/ofrep/v1/evaluate/flags/%ff", .flag("%ff")),
            ("/ofrep/v1/evaluate/flags//", .flag("/")), ("/ofrep/v1/events", .events),
        ])
    func known(path: String, expected: EvaluationPath) {
        #expect(EvaluationPath(path[...]) == expected)
    }

    @Test(
        "is no other",
        arguments: [
            "", "/", "/ofrep", "/ofrep/v1/nothing", "/ofrep/v1/configuration", "/ofrep/v1/evaluate/flagsx",
            "/ofrep/v1/events/", "/x/ofrep/v1/events", "ofrep/v1/events", "/ofrep/v2/evaluate/flags",
        ])
    func unknown(path: String) {
        #expect(EvaluationPath(path[...]) == nil)
    }
}

@Suite("A tag", .inTurn)
struct EntityTagTests {
    let tag = EntityTag(of: Array("body".utf8))

    @Test("is the same for the same bytes, and another for others")
    func digest() {
        #expect(tag == EntityTag(of: Array("body".utf8)))
        #expect(tag != EntityTag(of: Array("bodY".utf8)))
        #expect(tag.header == "\"\(tag.text)\"")
    }

    @Test("is found in a list, weak or not, and by anything that stands for all")
    func named() {
        for field in [
            tag.header, "W/" + tag.header, "*", "\"a\", \(tag.header)", "\"a\",W/\(tag.header) , \"b\"",
            " * ",
        ] { #expect(tag.isNamed(in: field), "\(field)") }
        for field in ["", "\"a\"", tag.text, "w/" + tag.header, "\"\(tag.text)", "**"] {
            #expect(!tag.isNamed(in: field), "\(field)")
        }
        #expect(tag.isNamed(byQueryItem: tag.text))
        #expect(tag.isNamed(byQueryItem: tag.header))
        #expect(!tag.isNamed(byQueryItem: "*"))
    }
}
