import ArgumentParser
import ExperimentsTransport
import GoogleServiceAccount

/// The key file of a service account.
struct KeyFile: ParsableArguments {
    private static let variable = "GOOGLE_APPLICATION_CREDENTIALS"

    @Argument(
        help: ArgumentHelp(
            "The JSON file with the service account's key. Default: $\(Self.variable).", valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var path: String?

    func key() throws -> ServiceAccountKey {
        guard let path = path ?? Environment[Self.variable] else {
            throw CommandProblem(
                "there is no key to work with",
                advice: "Name the key file of a service account, or set \(Self.variable) to its path.")
        }
        return try Self.key(at: path)
    }

    /// The key in the file at `path`.
    static func key(at path: String) throws(ServiceAccountKeyError) -> ServiceAccountKey {
        try ServiceAccountKey(contentsOfFile: path)
    }
}

extension GoogleScope {
    /// The scopes of arguments, each of which may hold several with blanks between them, as OAuth writes them.
    static func list(_ arguments: [String]) -> [String] {
        arguments.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    }
}
