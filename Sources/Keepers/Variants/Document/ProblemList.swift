import ExperimentsCore

/// Collects what is wrong and what is odd about a document, so that all of it is told at once.
struct ProblemList {
    /// What forbids taking the document.
    private(set) var problems: [DocumentProblem] = []
    /// What is odd, and accepted.
    private(set) var oddities: [DocumentProblem] = []

    init() {}

    /// What the decoder of the document found.
    init(_ faults: [DocumentFault]) {
        for fault in faults { add(fault) }
    }

    mutating func add(_ fault: DocumentFault) {
        let problem = DocumentProblem(fault.path, fault.message, advice: fault.advice)
        switch fault.severity {
        case .error: problems.append(problem)
        case .oddity: oddities.append(problem)
        }
    }

    mutating func refuse(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        add(DocumentFault(path, message, advice: advice))
    }

    mutating func remark(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        add(DocumentFault(path, message, advice: advice, severity: .oddity))
    }
}
