/// How the rows of a screen are written to a file.
enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    case json, csv
    case text = "txt"

    /// By the ending of a file's name; nil for another one.
    init?(path: String) {
        guard let dot = path.lastIndex(of: "."), let format = Self(rawValue: path[dot...].dropFirst().lowercased())
        else { return nil }
        self = format
    }

    /// The endings there are, in words.
    static let endings = allCases.map { "." + $0.rawValue }.joined(separator: ", ")
}
