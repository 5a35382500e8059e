import ExperimentsCore
import MarkedYAML

/// Where a project file declares its keys. Read when somebody asks, so that reading the project does not pay for it.
package struct KeyPlaces: Sendable {
    /// The place of each declared key's name; of one that is declared twice, the first.
    package let locations: [String: DocumentLocation]

    /// - Parameter path: the project file. Where it cannot be read any more, no place is known.
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
