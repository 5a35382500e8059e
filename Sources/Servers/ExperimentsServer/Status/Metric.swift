import ExperimentsCore

/// A number for monitoring a server, in the text format 0.0.4 of Prometheus. Its labels contain no secrets.
package struct Metric: Sendable, Hashable {
    /// The kind of number.
    package enum Kind: String, Sendable, Hashable {
        /// A number that only grows until the program ends.
        case counter
        /// A number that goes up and down.
        case gauge
    }

    /// The name: `experiments_streams_open`.
    package let name: String
    /// The kind.
    package let kind: Kind
    /// The meaning, in a sentence.
    package let help: String
    /// The labels.
    package let labels: [Label]
    /// The number.
    package let value: Double

    /// A name and a text.
    package struct Label: Sendable, Hashable {
        package let name: String
        package let text: String
    }

    package init(
        _ name: String, _ kind: Kind, help: String, labels: KeyValuePairs<String, String> = [:], value: Double
    ) {
        self.name = name
        self.kind = kind
        self.help = help
        self.value = value
        self.labels = labels.map { Label(name: $0.key, text: $0.value) }
    }

    /// Returns the text that Prometheus reads, with metrics of the same name together, in order.
    package static func text(of metrics: [Metric]) -> String {
        var text = ""
        var told: Set<String> = []
        for first in metrics where told.insert(first.name).inserted {
            text += "# HELP \(first.name) \(first.help)\n# TYPE \(first.name) \(first.kind.rawValue)\n"
            for metric in metrics where metric.name == first.name { text += metric.line }
        }
        return text
    }

    private var line: String {
        let labels = labels.map { "\($0.name)=\"\(Self.escaped($0.text))\"" }.joined(separator: ",")
        return name + (labels.isEmpty ? "" : "{\(labels)}") + " " + NumberText.text(of: value) + "\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing(scalar: "\\", with: "\\\\").replacing(scalar: "\"", with: "\\\"")
            .replacing(scalar: "\n", with: "\\n")
    }
}
