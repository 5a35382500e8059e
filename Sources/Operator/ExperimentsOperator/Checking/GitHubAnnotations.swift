import ExperimentsCore

/// Findings as workflow commands, which GitHub shows at their places: `::error
/// file=experiments.yaml,line=7,col=11,title=missing%3A paywall::the source has no value`.
package struct GitHubAnnotations {
    /// A command for each finding, each on a line.
    package let text: String

    package init(_ outcome: CheckOutcome) {
        text = outcome.findings.map { Self.command(for: $0, in: outcome.file) + "\n" }.joined()
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
    static func message(_ text: String) -> String {
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
    static func property(_ text: String) -> String {
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
