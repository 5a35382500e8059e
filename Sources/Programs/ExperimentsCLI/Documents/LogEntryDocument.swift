import ExperimentsCore
import ExperimentsOperator

extension LogEntry {
    /// `{"at", "kind", "severity", "text", …}`, with a further member for each kind: `fetch` and `live` as in `watch`,
    /// `override` with a step of `override log`, or `changes`.
    var document: Document {
        let members: Document = [
            "at": date.precise, "kind": kind.rawValue, "severity": severity.rawValue, "text": text, "source": source,
            "program": program,
        ]
        return switch event {
        case .fetch(let record): members + ["fetch": record.document()]
        case .live(let status): members + ["live": status.document]
        case .override(let step): members + ["override": step.document]
        case .overridesChanged(let changes): members + ["changes": changes.map(\.document)]
        case .file, .message: members
        }
    }
}
