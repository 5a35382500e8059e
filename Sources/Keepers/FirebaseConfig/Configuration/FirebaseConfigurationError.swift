import ExperimentsCore

/// What is wrong with the values or the file that should say which Firebase project to speak for.
public struct FirebaseConfigurationError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The file, or nil for values that were given in code.
    public let origin: String?
    /// The field at fault, as it is called there, or nil if the file as a whole is.
    public let field: String?
    /// What is wrong and what was expected.
    public let problem: String

    init(origin: String?, field: String? = nil, _ problem: String) {
        self.origin = origin
        self.field = field
        self.problem = problem
    }

    /// `GoogleService-Info.plist: PROJECT_ID is missing or empty`.
    public var description: String {
        (origin.map { "\($0): " } ?? "") + (field.map { "\($0) " } ?? "") + problem
    }
}
