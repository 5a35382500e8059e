import Foundation

/// The reason why a file could not be read or written, with advice for the operator.
public struct FileProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The path of the file.
    public let path: String
    /// The problem, for example `permission denied`.
    public let message: String
    /// The line of the mistake, from 1, if the content is wrong.
    public let line: Int?
    /// The column of the mistake, from 1, if the content is wrong.
    public let column: Int?
    /// A next step, if one is known.
    public let advice: String?
    /// Whether the file does not exist.
    public let isMissing: Bool

    /// Creates a problem with a file, with its place in the file if that is known.
    public init(
        path: String, message: String, line: Int? = nil, column: Int? = nil, advice: String? = nil,
        isMissing: Bool = false
    ) {
        self.path = path
        self.message = message
        self.line = line
        self.column = column
        self.advice = advice
        self.isMissing = isMissing
    }

    /// Creates the problem of the file at `path` whose content is wrong.
    ///
    /// - Parameter advice: how to correct it; nil for the advice of `problem`.
    package init(_ path: String, _ problem: some OperatorError, advice: String? = nil) {
        self.init(
            path: path, message: problem.message, line: problem.place?.line, column: problem.place?.column,
            advice: advice ?? problem.advice)
    }

    package init(path: String, doing what: String, code: Int32, isMissing: Bool = false) {
        let advice: String? =
            switch code {
            case ENOSPC, EDQUOT: "free some space and try again; nothing was changed"
            case EROFS, EACCES, EPERM: "check the permissions of the file and its folder; nothing was changed"
            case ENOENT: Self.danglingLink(in: path)
            case ELOOP: "check where its symbolic links lead"
            case EBUSY: "if the file is a mount point, mount its folder instead"
            case ENOTDIR: "a folder in its path is a file"
            default: nil
            }
        self.init(
            path: path, message: "cannot \(what): \(String(cString: strerror(code)).lowercased())",
            advice: advice, isMissing: isMissing)
    }

    /// Names the symbolic link in `path` that leads to nothing; nil if there is none.
    private static func danglingLink(in path: String) -> String? {
        var part = path
        while part != ".", part != "/" {
            if PathText.linkTarget(of: part) != nil, FileStatus(of: part) == nil,
                let target = try? PathText.followingLinks(part)
            {
                return "the symbolic link \(PathText.name(of: part)) leads to \(target), which does not exist"
            }
            part = PathText.folder(of: part)
        }
        return nil
    }

    package var place: ErrorPlace? { ErrorPlace(file: path, line: line, column: column) }

    /// Returns the same problem with another path for the file.
    public func named(_ path: String) -> FileProblem {
        FileProblem(
            path: path, message: message, line: line, column: column, advice: advice, isMissing: isMissing)
    }

    /// `path:line:column: message; advice`.
    public var description: String {
        let place = ErrorPlace(file: path, line: line, column: column)
        return "\(place): \(message)" + (advice.map { "; " + $0 } ?? "")
    }
}
