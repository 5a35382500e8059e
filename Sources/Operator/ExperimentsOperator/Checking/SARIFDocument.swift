import ExperimentsCore

/// A check in the Static Analysis Results Interchange Format, version 2.1.0, for code scanning services.
package struct SARIFDocument {
    /// The document.
    package let json: JSONValue

    /// - Parameter version: the version of the program.
    package init(_ outcome: CheckOutcome, version: String) {
        let driver: JSONValue = [
            "name": "experiments",
            "semanticVersion": .string(version),
            "rules": .array(CheckRule.allCases.map(Self.rule)),
        ]
        let results = outcome.findings.filter { $0.key != nil }
        let run: JSONValue = [
            "tool": ["driver": driver],
            // Columns of the project file are counted so.
            "columnKind": "unicodeCodePoints",
            "invocations": [Self.invocation(outcome)],
            "results": .array(results.map { Self.result($0, in: outcome.file) }),
        ]
        json = [
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

    /// Returns the result of the run itself, for findings that are not about a key: nothing could be judged.
    private static func invocation(_ outcome: CheckOutcome) -> JSONValue {
        let failures = outcome.findings.filter { $0.key == nil }
        var members = JSONObject()
        members["executionSuccessful"] = .bool(failures.isEmpty)
        if !failures.isEmpty {
            members["toolExecutionNotifications"] = .array(
                failures.map { finding in
                    [
                        "level": "error", "message": ["text": .string(finding.message)],
                        "associatedRule": .object(reference(to: finding.rule)),
                    ]
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
        // The same finding is known again where lines before it came or went.
        members["partialFingerprints"] = [
            "key/v1": .string("\(finding.rule.rawValue):\(finding.key ?? "")")
        ]
        return .object(members)
    }

    private static func reference(to rule: CheckRule) -> JSONObject {
        let index = CheckRule.allCases.firstIndex(of: rule) ?? 0
        return JSONObject(distinct: [
            .init(name: "id", value: .string(rule.rawValue)), .init(name: "index", value: .number(String(index))),
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
}
