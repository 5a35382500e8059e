import ExperimentsCore
import ExperimentsSupport
import TerminalUI

extension Frame {
    /// A screen of the dashboard: `{"screen", "columns", "rows", "lines"}`.
    ///
    /// - Parameter screen: its name.
    func document(of screen: String, ascii: Bool) -> Document {
        [
            "screen": screen, "columns": size.columns, "rows": size.rows,
            "lines": text(ascii: ascii).split(scalar: "\n", omittingEmptySubsequences: false).map(String.init),
        ]
    }
}
