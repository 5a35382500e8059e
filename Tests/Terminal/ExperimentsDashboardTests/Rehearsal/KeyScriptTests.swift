import ExperimentsDashboard
import TestSupport
import Testing

@Suite("Scripts of key presses", .inTurn)
struct KeyScriptTests {
    @Test("keys go by their names, texts stand in quotes, time passes with a plus")
    func steps() throws {
        let script = try KeyScript(parsing: #"  3 ctrl-d / "two words"  Enter +1m30s + ' "#)
        #expect(
            script.steps == [
                .press(KeyPress("3")), .press(KeyPress(.character("d"), modifiers: .control)),
                .press(KeyPress("/")),
                .type("two words"), .press(KeyPress(.enter)), .wait(.seconds(90)), .press(KeyPress("+")),
                .press(KeyPress("'")),
            ])
    }

    @Test("an empty text is an empty script")
    func empty() throws {
        #expect(try KeyScript(parsing: " ").steps.isEmpty)
    }

    @Test(
        "what is neither is refused with what was meant, perhaps",
        arguments: [
            ("Entre", "\"Entre\" is not a key: did you mean Enter?; put text to type in quotes"),
            ("+5", "invalid duration \"+5\": expected for example +5s or +2m"),
            (#"/ "abc"#, #"missing closing quote: "abc"#),
        ])
    func problems(text: String, problem: String) {
        #expect {
            try KeyScript(parsing: text)
        } throws: { error in
            "\(error)" == problem
        }
    }
}
