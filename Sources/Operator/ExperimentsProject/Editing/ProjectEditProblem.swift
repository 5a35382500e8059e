import ExperimentsCore
import MarkedYAML

/// The reason why the keys of a project file cannot be changed.
package struct ProjectEditProblem: Error, Sendable, Hashable, OperatorError {
    package enum Reason: Sendable, Hashable {
        /// The file has a form that cannot be changed line by line, which the text describes.
        case unusualForm(String)
        /// Keys with these names are already declared.
        case declaredAlready([String])
        /// Keys with these names are not declared.
        case notDeclared([String], near: String?)
        /// A project file cannot have a key with this name.
        case unusableName(String)
        /// The result could not be read, for this reason.
        case wouldBreak(String)
        /// The file cannot be read, for this reason.
        case unreadable(String)
        /// Other programs keep changing the file.
        case busy
    }

    package let reason: Reason
    /// The line and the column of the problem, from 1, if it has a place.
    package let line: Int?
    package let column: Int?
    /// The path of the file, as messages show it.
    package var file: String?
    /// The lines to write by hand instead; nil if that would not help.
    package var byHand: String?

    init(_ reason: Reason, at node: YAMLNode? = nil) {
        self.reason = reason
        (line, column) = (node?.line, node?.column)
    }

    package var message: String {
        switch reason {
        case .unusualForm(let why): "cannot be changed here, because \(why)"
        case .declaredAlready(let names): Self.words(names, one: "is declared already", several: "are declared already")
        case .notDeclared(let names, _): Self.words(names, one: "is not declared", several: "are not declared")
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

    private static func words(_ names: [String], one: String, several: String) -> String {
        let quoted = names.prefix(4).map { Quotation.of($0) }.joined(separator: ", ")
        let more = names.count > 4 ? " and \(names.count - 4) more" : ""
        return "\(quoted)\(more) \(names.count == 1 ? one : several)"
    }
}
