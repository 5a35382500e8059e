import ExperimentsCore

/// A number for whoever watches over a server, in Prometheus' text format 0.0.4. Nothing secret is in its labels.
package struct Metric: Sendable, Hashable {
    /// How the number behaves.
    package enum Kind: String, Sendable, Hashable {
        /// It only grows, until the program ends.
        case counter
        /// It goes up and down.
        case gauge
    }

    /// The name: `experiments_streams_open`.
    package let name: String
    /// How it behaves.
    package let kind: Kind
    /// What it is, in a sentence.
    package let help: String
    /// What it is of, by name.
    package let labels: [Label]
    /// The number.
    package let value: Double

    /// A name and a text.
    package struct Label: Sendable, Hashable {
        package let name: String
        package let text: String
    }

    package init(
        _ name: String, _ kind: Kind, _ help: String, labels: KeyValuePairs<String, String> = [:], _ value: Double
    ) {
        (self.name, self.kind, self.help, self.value) = (name, kind, help, value)
        self.labels = labels.map { Label(name: $0.key, text: $0.value) }
    }

    /// The text that Prometheus reads: metrics of one name together, as they come.
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
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
