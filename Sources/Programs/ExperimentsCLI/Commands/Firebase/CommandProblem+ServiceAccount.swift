import GoogleServiceAccount

extension CommandProblem {
    init(_ error: ServiceAccountKeyError) {
        self.init(error.message, advice: error.advice.map(Self.sentence))
    }

    init(_ error: AccessTokenError) {
        self.init(error.message, advice: error.advice.map(Self.sentence))
    }

    private static func sentence(_ clause: String) -> String {
        clause.prefix(1).uppercased() + clause.dropFirst() + "."
    }
}
