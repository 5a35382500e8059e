import ExperimentsCore

/// Why a part of a filter asks for nothing, and what could be asked.
public struct FilterProblem: Sendable, Hashable, Error, OperatorError {
    /// What is wrong, in one line.
    public let text: String
    /// Where it goes wrong: how many characters of the filter stand before that place.
    public let offset: Int

    package var message: String { text }

    package init(text: String, offset: Int) {
        self.text = text
        self.offset = offset
    }
}
