import ExperimentsCore
import MarkedYAML

/// Why the keys of a project file cannot be changed.
package struct ProjectEditProblem: Error, Sendable, Hashable, OperatorError {
    package enum Reason: Sendable, Hashable {
        /// It is written in a way that cannot be changed line by line; in words how.
        case unusualForm(String)
        /// Keys of these names are declared already.
        case declaredAlready([String])
        /// No keys of these names are declared.
        case notDeclared([String], near: String?)
        /// No project file can have a key of this name.
        case unusableName(String)
        /// What would be written could not be read; in words why.
        case wouldBreak(String)
        /// It cannot be read as it is; in words why.
        case unreadable(String)
        /// Others change it all the time.
        case busy
    }

    package let reason: Reason
    /// The line and column that it is about, from 1, where it is about one.
    package let line: Int?
    package let column: Int?
    /// The file, as messages write it.
    package var file: String?
    /// What to write by hand instead, line by line; nil where that would not help.
    package var byHand: String?

    init(_ reason: Reason, at node: YAMLNode? = nil) {
        self.reason = reason
        (line, column) = (node?.line, node?.column)
    }

    package var message: String {
        switch reason {
        case .unusualForm(let why): "cannot be changed here, because \(why)"
        case .declaredAlready(let names): Self.words(names, "is declared already", "are declared already")
        case .notDeclared(let names, _): Self.words(names, "is not declared", "are not declared")
        case .unusableName(let name): "no key can be called \(Quotation.of(name))"
        case .wouldBreak(let why): "would no longer be read: \(why)"
        case .unreadable(let why): why
        case .busy: "is changed by others all the time"
        }
    }

    package var place: ErrorPlace? { ErrorPlace(file: file, line: line, column: column) }

    package var excerpt: String? { byHand }

    package var advice: String? {
        switch reason {
        case .unusualForm: byHand == nil ? "change it in an editor; nothing was changed" : "write this by hand"
        case .notDeclared(_, let near?): "did you mean \(Quotation.of(near))"
        case .wouldBreak, .unreadable: "nothing was changed"
        case .busy: "try again"
        default: nil
        }
    }

    private static func words(_ names: [String], _ one: String, _ several: String) -> String {
        let quoted = names.prefix(4).map { Quotation.of($0) }.joined(separator: ", ")
        let more = names.count > 4 ? " and \(names.count - 4) more" : ""
        return "\(quoted)\(more) \(names.count == 1 ? one : several)"
    }
}
