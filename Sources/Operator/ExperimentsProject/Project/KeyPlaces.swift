import ExperimentsCore
import MarkedYAML

/// The places in a project file at which keys are declared. They are read only on request, so that reading the project
/// does not become slower.
package struct KeyPlaces: Sendable {
    /// The place of each declared key's name; the first, if a key is declared twice.
    package let locations: [String: DocumentLocation]

    /// - Parameter path: the path of the project file. If it can no longer be read, no places are known.
    package init(readingFileAt path: String) {
        let bytes = try? FileBytes.read(path, limit: Project.largestFile)
        self.init(bytes.flatMap { try? YAMLNode(parsing: $0) } ?? nil)
    }

    /// - Parameter text: the text of a project file.
    package init(parsing text: String) {
        self.init((try? YAMLNode(parsing: text)) ?? nil)
    }

    private init(_ root: YAMLNode?) {
        let keys = (root?["keys"]?.items ?? []).compactMap { item in
            item["name"].flatMap { name in name.textValue.flatMap { text in name.location.map { (text, $0) } } }
        }
        locations = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    }
}
