import ExperimentsCore
import ExperimentsSupport
import TerminalUI

/// A screen of the dashboard as JSON: `{"schema": 1, "screen", "columns", "rows", "lines"}`.
struct FrameDocument {
    /// The document.
    let json: JSONValue

    /// - Parameter screen: its name.
    init(_ frame: Frame, of screen: String, ascii: Bool) {
        json = [
            "schema": .number(DocumentSchema.version),
            "screen": .string(screen),
            "columns": .number(String(frame.size.columns)),
            "rows": .number(String(frame.size.rows)),
            "lines": .array(
                frame.text(ascii: ascii).split(scalar: "\n", omittingEmptySubsequences: false)
                    .map { .string(String($0)) }),
        ]
    }
}
