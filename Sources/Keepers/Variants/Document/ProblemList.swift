import ExperimentsCore

/// Collects what is wrong and what is odd about a document, so that all of it is told at once.
struct ProblemList {
    /// What forbids taking the document.
    private(set) var problems: [DocumentProblem] = []
    /// What is odd, and accepted.
    private(set) var oddities: [DocumentProblem] = []

    mutating func refuse(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        problems.append(DocumentProblem(path, message, advice: advice))
    }

    mutating func remark(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        oddities.append(DocumentProblem(path, message, advice: advice))
    }
}
