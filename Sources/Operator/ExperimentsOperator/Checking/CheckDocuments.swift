import ExperimentsCore

extension CheckOutcome {
    /// The check in the Static Analysis Results Interchange Format, version 2.1.0, for code scanning services.
    ///
    /// - Parameter version: the version of the program.
    package func sarif(version: String) -> JSONValue {
        let driver: JSONValue = [
            "name": "experiments",
            "semanticVersion": .string(version),
            "rules": .array(CheckRule.allCases.map(Self.rule)),
        ]
        let results = findings.filter { $0.key != nil }
        let run: JSONValue = [
            "tool": ["driver": driver],
            // Columns of the project file are counted so.
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": .array(results.map { Self.result($0, in: file) }),
        ]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        ]
    }

    private static func rule(_ rule: CheckRule) -> JSONValue {
        [
            "id": .string(rule.rawValue),
            "shortDescription": ["text": .string(rule.summary)],
            "help": ["text": .string(rule.advice)],
            "defaultConfiguration": ["level": "error"],
        ]
    }

    /// The result of the run itself, for findings that are not about a key: nothing could be judged.
    private var invocation: JSONValue {
        let failures = findings.filter { $0.key == nil }
        var members = JSONObject()
        members["executionSuccessful"] = .bool(failures.isEmpty)
        if !failures.isEmpty {
            members["toolExecutionNotifications"] = .array(
                failures.map { finding in
                    var members = JSONObject()
                    members["level"] = "error"
                    members["message"] = ["text": .string(finding.message)]
                    members["associatedRule"] = .object(Self.reference(to: finding.rule))
                    if let file, finding.location != nil {
                        members["locations"] = [Self.location(finding, in: file)]
                    }
                    return .object(members)
                })
        }
        return .object(members)
    }

    private static func result(_ finding: CheckFinding, in file: ProjectFileName?) -> JSONValue {
        var members = JSONObject()
        members["ruleId"] = .string(finding.rule.rawValue)
        members["ruleIndex"] = reference(to: finding.rule)["index"]
        members["level"] = "error"
        members["message"] = ["text": .string(finding.sentence)]
        if let file { members["locations"] = [location(finding, in: file)] }
        // The same finding is recognized even if lines before it were added or removed.
        members["partialFingerprints"] = ["key/v1": .string("\(finding.rule.rawValue):\(finding.key ?? "")")]
        return .object(members)
    }

    private static func reference(to rule: CheckRule) -> JSONObject {
        let index = CheckRule.allCases.firstIndex(of: rule) ?? 0
        return JSONObject(distinct: [
            .init(name: "id", value: .string(rule.rawValue)),
            .init(name: "index", value: .number(String(index))),
        ])
    }

    private static func location(_ finding: CheckFinding, in file: ProjectFileName) -> JSONValue {
        var artifact = JSONObject()
        artifact["uri"] = .string(file.reference)
        if !file.isAbsolute { artifact["uriBaseId"] = "%SRCROOT%" }
        var place = JSONObject()
        place["artifactLocation"] = .object(artifact)
        if let location = finding.location {
            place["region"] = [
                "startLine": .number(String(location.line)), "startColumn": .number(String(location.column)),
            ]
        }
        var members = JSONObject()
        members["physicalLocation"] = .object(place)
        members["logicalLocations"] = finding.key.map { [["name": .string($0), "kind": "member"]] }
        return .object(members)
    }

    /// The check as XML in the form of JUnit, which most tools read as test results: a test case for each key. Without
    /// keys, there is one for the fetch, because some tools take a report without test cases for a failure.
    package var junit: String {
        // Findings that are not about a key are a separate case.
        let others = findings.filter { $0.key == nil }
        let fetch = findings.isEmpty && keys.isEmpty ? [testCase("fetch", group: nil, finding: nil)] : []
        let cases =
            fetch + keys.map { testCase($0.key, group: $0.group, finding: $0.finding) }
            + others.map { testCase($0.rule.rawValue, group: nil, finding: $0) }
        let errors = findings.filter(\.rule.isAboutJudging).count
        let counts: [(String, String)] = [
            ("tests", String(cases.count)), ("failures", String(findings.count - errors)),
            ("errors", String(errors)),
        ]
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuites\(XMLText.attributes([("name", "experiments check")] + counts))>\n"
            + "  <testsuite\(XMLText.attributes([("name", source)] + counts + [("skipped", "0")]))>\n"
            + cases.joined() + "  </testsuite>\n</testsuites>\n"
    }

    private func testCase(_ name: String, group: String?, finding: CheckFinding?) -> String {
        var attributes = [("name", name), ("classname", group ?? source), ("time", "0")]
        if let file, let finding {
            attributes.append(("file", file.path))
            if let location = finding.location { attributes.append(("line", String(location.line))) }
        }
        let start = "    <testcase\(XMLText.attributes(attributes))"
        guard let finding else { return start + "/>\n" }
        let element = finding.rule.isAboutJudging ? "error" : "failure"
        let about = XMLText.attributes([("type", finding.rule.rawValue), ("message", finding.message)])
        let place = finding.location.flatMap { location in
            file.map { "\($0.path):\(location.line):\(location.column): " }
        }
        let words = XMLText.content((place ?? "") + finding.sentence)
        return start + ">\n      <\(element)\(about)>\(words)</\(element)>\n    </testcase>\n"
    }
}

extension XMLText {
    /// Returns attributes, each with a blank before it.
    static func attributes(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { " \($0.name)=\"\(content($0.value))\"" }.joined()
    }

    /// Returns a text for use between tags or in double quotes: control characters are shown as by `VisibleText`.
    static func content(_ text: String) -> String {
        XMLText.escaped(VisibleText.of(text)) { "\\u{\(String($0.value, radix: 16))}" }
    }
}

extension CheckOutcome {
    /// The findings as workflow commands, each on a line, which GitHub shows at their places: `::error
    /// file=experiments.yaml,line=7,col=11,title=missing%3A paywall::the source has no value`.
    package var gitHubAnnotations: String {
        findings.map { Self.command(for: $0, in: file) + "\n" }.joined()
    }

    private static func command(for finding: CheckFinding, in file: ProjectFileName?) -> String {
        var properties: [String] = []
        func add(_ name: String, _ value: String) { properties.append("\(name)=\(property(value))") }
        if let file {
            add("file", file.path)
            if let location = finding.location {
                add("line", String(location.line))
                add("col", String(location.column))
            }
        }
        add("title", finding.rule.rawValue + (finding.key.map { ": \($0)" } ?? ""))
        return "::error \(properties.joined(separator: ","))::\(message(VisibleText.of(finding.message)))"
    }

    /// Escapes a text as the message of a command.
    private static func message(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            default: nil
            }
        }
    }

    /// Escapes a text as the value of a property, which must not contain a comma or a colon either.
    private static func property(_ text: String) -> String {
        escaped(message(VisibleText.of(text))) { scalar in
            switch scalar {
            case ":": "%3A"
            case ",": "%2C"
            default: nil
            }
        }
    }

    private static func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let replacement = replacement(scalar) {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
