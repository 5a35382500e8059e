import ExperimentsCore

/// Something in a configuration document that is not as the exchange format has it.
public struct ActiveConfigProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What becomes of the document.
    public enum Severity: Sendable, Hashable {
        /// The document is refused as a whole.
        case refused
        /// The document is used; what is wrong counts as absent.
        case tolerated
    }

    /// The place in the document, for example `config_sections.Shop.settings`; empty for the document itself.
    public let path: String
    /// What is wrong: what was expected, and what was found.
    public let message: String
    /// What becomes of the document.
    public let severity: Severity

    init(_ path: DocumentPath, _ message: String, _ severity: Severity) {
        self.path = path.description
        self.message = message
        self.severity = severity
    }

    /// `meta: expected an object, found a number`.
    public var description: String {
        (path.isEmpty ? "the document" : path) + ": " + message
    }
}
