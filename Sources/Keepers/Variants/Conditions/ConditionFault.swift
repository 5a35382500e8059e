import ExperimentsCore

/// Why the arguments of a condition cannot be used, and where below the condition.
struct ConditionFault: Error {
    let path: DocumentPath
    let message: String
    let advice: String?

    /// Another value than this was expected.
    init(expected: String, found: JSONValue, at path: DocumentPath, advice: String? = nil) {
        self.init(DocumentWords.expected(expected, found: found.found), at: path, advice: advice)
    }

    init(_ message: String, at path: DocumentPath = DocumentPath(), advice: String? = nil) {
        self.path = path
        self.message = message
        self.advice = advice
    }
}
