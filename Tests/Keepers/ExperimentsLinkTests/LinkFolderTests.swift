import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("The folder of a link", .inTurn)
struct LinkFolderTests {
    @Test("two apps never share a folder")
    func distinct() {
        #expect(LinkFolder.name(of: "a shop") == "a%20shop")
        #expect(LinkFolder.name(of: "\u{AA}") == "%c2%aa")
        #expect(LinkFolder.name(of: "\u{0C}2\u{0A}a") == "%0c2%0aa")
    }
}
