import ExperimentsProject
import Testing

@Suite("Colours of environments")
struct EnvironmentColorTests {
    @Test(
        "names and 24-bit colours are understood",
        arguments: [
            ("red", "red"), ("Magenta", "magenta"), ("#ff8800", "#ff8800"), ("#0A0b0C", "#0a0b0c"),
        ])
    func known(text: String, written: String) {
        #expect(EnvironmentColor(text)?.description == written)
    }

    @Test("anything else is no colour", arguments: ["", "reddish", "#fff", "#gggggg", "ff8800", "#+f8800", "#-f8800"])
    func unknown(text: String) {
        #expect(EnvironmentColor(text) == nil)
    }
}
