import ExperimentsSupport
import TestSupport
import Testing

@Suite("What is reported an error", .inTurn)
struct ErrorReportTests {
    @Test("begins with the place; a clause of advice follows the message, sentences get lines of their own")
    func text() {
        let file = FileProblem(path: "a.json", message: "not JSON", line: 3, column: 7, advice: "mend it")
        #expect(ErrorReport(file).text(label: "error: ") == "error: a.json:3:7: not JSON; mend it")
        let sample = Sample(
            message: "no such key", excerpt: "tittle\n  ^", advice: "Did you mean title?\nOr tale?")
        #expect(
            ErrorReport(sample).text(label: "error: ")
                == "error: no such key\n    tittle\n      ^\nDid you mean title?\nOr tale?")
        #expect(ErrorReport(sample).headline == "no such key")
    }

    @Test("gives a clause of advice a line of its own after a message that is a whole sentence")
    func afterSentence() {
        let sample = Sample(message: "Invalid signature.", advice: "create a new key")
        #expect(ErrorReport(sample).text() == "Invalid signature.\nCreate a new key.")
    }

    @Test("is one line for each part, and how many more there are after fifty")
    func parts() {
        let parts = (1...52).map { Sample(message: "part \($0)") }
        let lines = ErrorReport(Sample(message: "all", parts: parts, place: ErrorPlace(file: "a.yaml")))
            .text(label: "error: ").split(separator: "\n")
        #expect(lines.count == 51)
        #expect(lines.first == "error: part 1")
        #expect(lines.last == "error: a.yaml: and 2 more problems")
    }

    @Test("steers no terminal, whatever names stand in it")
    func hostile() {
        let sample = Sample(
            message: "a\u{1B}[2J\nerror: b", excerpt: "c\u{07}", advice: "d\u{1B}e",
            place: ErrorPlace(file: "f\n"))
        #expect(ErrorReport(sample).text() == "f↵: a␛[2J↵error: b; d␛e\n    c␇")
    }

    @Test("is a JSON object with what is known, and with its parts")
    func json() {
        var details = JSONObject()
        details["rule"] = "shape"
        let part = Sample(
            message: "wrong", advice: "mend it", details: details,
            place: ErrorPlace(file: "a", line: 1, column: 2))
        let json = JSONValue.object(ErrorReport(Sample(message: "all", parts: [part])).json).compactText
        #expect(
            json == #"{"message":"all","problems":[{"message":"wrong","rule":"shape","file":"a","line":1,"#
                + #""column":2,"advice":"mend it"}]}"#)
    }

    private struct Sample: OperatorError {
        var message: String
        var excerpt: String?
        var advice: String?
        var details = JSONObject()
        var parts: [any OperatorError] = []
        var place: ErrorPlace?
    }
}
