import ExperimentsSupport
import Testing

@Suite("The way to something in a document")
struct DocumentPathTests {
    @Test("is written as programmers write it")
    func plain() {
        #expect(DocumentPath()["variants"][2]["mods"][0]["flag-1_a"].description == "variants[2].mods[0].flag-1_a")
        #expect(DocumentPath().description == "")
        #expect(DocumentPath()[0]["a"].description == "[0].a")
    }

    @Test(
        "puts a name of other characters in quotation marks, so that no step is mistaken for two",
        arguments: [
            ("free shipping", #"settings["free shipping"]"#), ("a.b", #"settings["a.b"]"#), ("", #"settings[""]"#),
            ("[0]", #"settings["[0]"]"#), ("a\"b\n", #"settings["a\"b\n"]"#), ("größe", #"settings["größe"]"#),
        ])
    func quoted(_ name: String, _ text: String) {
        #expect(DocumentPath()["settings"][name].description == text)
    }
}
