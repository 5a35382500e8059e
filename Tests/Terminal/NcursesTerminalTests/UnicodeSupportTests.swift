import ExperimentsNcurses
import TestSupport
import Testing

@Suite("Unicode support", .inTurn)
struct UnicodeSupportTests {
    @Test(
        "a locale of another encoding than UTF-8 gets ASCII",
        arguments: [
            (["LANG": "C"], "LANG is C"), (["LC_ALL": "POSIX", "LANG": "en_US.UTF-8"], "LC_ALL is POSIX"),
            (["LC_CTYPE": "en_US.ISO-8859-1"], "LC_CTYPE is en_US.ISO-8859-1"),
            (["LANG": "de_DE@euro"], "LANG is de_DE@euro"),
        ])
    func otherEncodings(environment: [String: String], reason: String) {
        let support = UnicodeSupport(environment: environment.merging(["TERM": "xterm"]) { $1 })
        #expect(!support.isOn)
        #expect(support.words == "ASCII characters only: " + reason)
    }

    @Test(
        "a locale of UTF-8 gets Unicode",
        arguments: [
            ["LANG": "C.UTF-8"], ["LANG": "C", "LC_CTYPE": "UTF-8"], ["LC_ALL": "", "LANG": "en_US.utf8"],
            ["LC_ALL": "de_DE.UTF-8@euro"],
        ])
    func utf8(environment: [String: String]) {
        #expect(UnicodeSupport(environment: environment).isOn)
    }

    @Test("without a locale, as in containers, Unicode is drawn")
    func noLocale() {
        #expect(
            UnicodeSupport(environment: ["TERM": "xterm", "LANG": ""]).words
                == "Unicode characters: no locale is set")
    }

    @Test(
        "a console whose font has few signs gets ASCII in every locale",
        arguments: ["linux", "vt100", "vt220", "ansi"])
    func consoles(term: String) {
        let support = UnicodeSupport(environment: ["TERM": term, "LANG": "en_US.UTF-8"])
        #expect(!support.isOn)
        #expect(support.reason == "TERM is " + term)
    }
}
