import ExperimentsCore

extension FileBytes {
    /// The identifiers of a file of users to simulate, one in each line; nil without a file.
    static func identifiers(in path: String?) throws -> [String]? {
        guard let path else { return nil }
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw FileProblem(path: path, message: "is not valid UTF-8", advice: "save the file as UTF-8")
        }
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }
}
