import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("A check in the forms of CI services", .inTurn)
struct CheckDocumentTests {
    private let file = ProjectFileName("/work/a,b/experiments.yaml", below: ["/work"])

    private func outcome(of text: String?, named name: String = "rate") -> CheckOutcome {
        let keys = [
            CatalogKey(name: "fine", schema: ValueSchema(kind: .string)),
            CatalogKey(name: name, schema: ValueSchema(kind: .int)),
        ]
        var entries = ["fine": Snapshot.Entry(text: "x")]
        entries[name] = text.map { Snapshot.Entry(text: $0) }
        let snapshot = Snapshot(entries: entries, version: nil, etag: nil, fetchedAt: SampleShop.start)
        let report = Report(keys: keys, snapshot: snapshot, overrides: .empty, at: SampleShop.start)
        return CheckOutcome(report, isStrict: false, of: "shop & sons", in: file) {
            [name: DocumentLocation(line: 7, column: 12)]
        }
    }

    private var unfetched: CheckOutcome {
        CheckOutcome(unfetched: FetchFailure("connection refused"), of: "shop", in: file)
    }

    @Test("GitHub gets a command for each finding, with the place")
    func github() {
        #expect(
            outcome(of: nil).gitHubAnnotations == """
                ::error file=a%2Cb/experiments.yaml,line=7,col=12,title=missing%3A rate::the source has no value

                """)
        #expect(
            unfetched.gitHubAnnotations == """
                ::error file=a%2Cb/experiments.yaml,title=unfetched::could not fetch shop: \
                connection refused

                """)
    }

    @Test("no key and no value can end a command for GitHub, or begin another")
    func githubInjection() throws {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        let parts = ["\n", "\r", "%", "::", ",", ":", "::error::", "\u{1B}[31m", "%0A", "a", "é", "\u{2028}"]
        for _ in 0..<FuzzEffort.rounds(usually: 200) {
            let name = "k" + (0..<6).map { _ in parts[random.below(parts.count)] }.joined()
            let value = (0..<6).map { _ in parts[random.below(parts.count)] }.joined()
            let text = outcome(of: value, named: name).gitHubAnnotations
            let command = try #require(text.split(separator: "\n", omittingEmptySubsequences: false).first)
            #expect(text == command + "\n")
            #expect(!text.dropLast().contains { $0.isNewline || $0 == "\u{1B}" })
            let fields = command.dropFirst(2).components(separatedBy: "::")
            #expect(fields[0].split(separator: ",").count == 4, "\(command)")
            let title = try #require(
                fields[0].components(separatedBy: "title=").last?.removingPercentEncoding)
            #expect(title == "incorrect: " + VisibleText.of(name))
        }
    }

    @Test("JUnit gets a test case for each key")
    func junit() {
        #expect(
            outcome(of: "<7>").junit == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="experiments check" tests="2" failures="1" errors="0">
                  <testsuite name="shop &amp; sons" tests="2" failures="1" errors="0" skipped="0">
                    <testcase name="fine" classname="shop &amp; sons" time="0"/>
                    <testcase name="rate" classname="shop &amp; sons" time="0" file="a,b/experiments.yaml" line="7">
                      <failure type="incorrect" message="not a whole number: expected a whole number, found \
                &quot;&lt;7&gt;&quot;">a,b/experiments.yaml:7:12: rate is incorrect: not a whole number: expected a whole \
                number, found &quot;&lt;7&gt;&quot;</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test("JUnit is reported a source that cannot be fetched as an error")
    func junitUnfetched() throws {
        let document = try XMLRecord(unfetched.junit)
        #expect(document.attributes("testsuite").first?["errors"] == "1")
        #expect(document.attributes("error").first?["message"] == unfetched.findings[0].message)
    }

    @Test("whatever keys and values hold, JUnit's XML is well-formed and says it")
    func junitIsWellFormed() throws {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        for round in 0..<FuzzEffort.rounds(usually: 200) {
            var name = "k\(round)" + RandomJSON.text(using: &random)
            if random.below(3) == 0 { name += "]]><x a='\u{FFFE}\u{FFFF}&amp;" }
            let outcome = outcome(of: RandomJSON.text(using: &random) + "x", named: name)
            let document = try XMLRecord(outcome.junit)
            let shown = VisibleText.of(name).replacingOccurrences(of: "\u{FFFE}", with: "\\u{fffe}")
                .replacingOccurrences(of: "\u{FFFF}", with: "\\u{ffff}")
            #expect(document.attributes("testcase").last?["name"] == shown)
            #expect(document.attributes("failure").count == 1)
        }
    }

    @Test("SARIF says the version, the rules, and each result at its place")
    func sarif() throws {
        let json = outcome(of: nil).sarif(version: "1.2.3")
        #expect(json.object?["version"] == "2.1.0")
        let run = try #require(json.object?["runs"]?.array?.first?.object)
        let driver = try #require(run["tool"]?.object?["driver"]?.object)
        #expect(driver["semanticVersion"] == "1.2.3")
        let rules = try #require(driver["rules"]?.array)
        let result = try #require(run["results"]?.array?.first?.object)
        #expect(run["results"]?.array?.count == 1)
        #expect(result["ruleId"] == "missing")
        let index = try #require(result["ruleIndex"].flatMap { Int($0.compactText) })
        #expect(rules[index].object?["id"] == "missing")
        #expect(result["message"] == ["text": "rate is missing: the source has no value"])
        let place = result["locations"]?.array?.first?.object?["physicalLocation"]
        #expect(
            place == [
                "artifactLocation": ["uri": "a%2Cb/experiments.yaml", "uriBaseId": "%SRCROOT%"],
                "region": ["startLine": 7, "startColumn": 12],
            ])
        #expect(run["invocations"] == [["executionSuccessful": true]])
    }

    @Test("SARIF reports a source that cannot be fetched as a failed run")
    func sarifUnfetched() throws {
        let run = try #require(unfetched.sarif(version: "1").object?["runs"]?.array?.first?.object)
        #expect(run["results"] == [])
        let invocation = try #require(run["invocations"]?.array?.first?.object)
        #expect(invocation["executionSuccessful"] == false)
        let notification = invocation["toolExecutionNotifications"]?.array?.first?.object
        #expect(notification?["associatedRule"]?.object?["id"] == "unfetched")
    }
}

/// What a parser of XML finds in a document.
private final class XMLRecord: NSObject, XMLParserDelegate {
    private var elements: [(name: String, attributes: [String: String])] = []

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func attributes(_ name: String) -> [[String: String]] {
        elements.filter { $0.name == name }.map(\.attributes)
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?,
        attributes attributeDict: [String: String] = [:]
    ) {
        elements.append((elementName, attributeDict))
    }
}
