import ExperimentsCore

/// A check as XML in the form of JUnit, which most tools read as test results: a test case for each key.
package struct JUnitDocument {
    /// The document.
    package let text: String

    package init(_ outcome: CheckOutcome) {
        // What is not about a key is a case of its own.
        let others = outcome.findings.filter { $0.key == nil }
        let cases =
            outcome.keys.map { Self.testCase($0.key, group: $0.group, finding: $0.finding, outcome: outcome) }
            + others.map { Self.testCase($0.rule.rawValue, group: nil, finding: $0, outcome: outcome) }
        let errors = outcome.findings.filter(\.rule.isAboutJudging).count
        let counts: [(String, String)] = [
            ("tests", String(cases.count)), ("failures", String(outcome.findings.count - errors)),
            ("errors", String(errors)),
        ]
        text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuites\(XMLText.attributes([("name", "experiments check")] + counts))>\n"
            + "  <testsuite\(XMLText.attributes([("name", outcome.source)] + counts + [("skipped", "0")]))>\n"
            + cases.joined() + "  </testsuite>\n</testsuites>\n"
    }

    private static func testCase(
        _ name: String, group: String?, finding: CheckFinding?, outcome: CheckOutcome
    ) -> String {
        var attributes = [("name", name), ("classname", group ?? outcome.source), ("time", "0")]
        if let file = outcome.file, let finding {
            attributes.append(("file", file.path))
            if let location = finding.location { attributes.append(("line", String(location.line))) }
        }
        let start = "    <testcase\(XMLText.attributes(attributes))"
        guard let finding else { return start + "/>\n" }
        let element = finding.rule.isAboutJudging ? "error" : "failure"
        let about = XMLText.attributes([("type", finding.rule.rawValue), ("message", finding.message)])
        let place = finding.location.flatMap { location in
            outcome.file.map { "\($0.path):\(location.line):\(location.column): " }
        }
        let words = XMLText.content((place ?? "") + finding.sentence)
        return start + ">\n      <\(element)\(about)>\(words)</\(element)>\n    </testcase>\n"
    }
}

extension XMLText {
    /// Attributes, each with a blank before it.
    static func attributes(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { " \($0.name)=\"\(content($0.value))\"" }.joined()
    }

    /// A text between tags or in double quotes: control characters are shown as `VisibleText` shows them.
    static func content(_ text: String) -> String {
        XMLText.escaped(VisibleText.of(text)) { "\\u{\(String($0.value, radix: 16))}" }
    }
}
