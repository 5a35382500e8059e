import ExperimentsCore

/// A place in an app's sources that refers to a key.
public struct KeyReference: Sendable, Hashable {
    /// The kind of reference: `declared`, `used` or `named`.
    package let kind: String
    /// The file, as seen from the folder of the project.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The column in UTF-8 bytes, from 1.
    package let column: Int
    /// The text of the line.
    package let text: String

    package init(kind: String, path: String, line: Int, column: Int, text: String) {
        self.kind = kind
        self.path = path
        self.line = line
        self.column = column
        self.text = text
    }

    /// `path:line:column`.
    package var place: String { "\(path):\(line):\(column)" }

    /// Reads the output of `experiments-code scan --references --json`; nil for anything else.
    package static func references(parsing bytes: [UInt8]) -> [KeyReference]? {
        guard let document = (try? JSONValue(parsing: bytes))?.object, document["schema"] == 1,
            let elements = document["references"]?.array
        else { return nil }
        return elements.compactMap { element in
            guard let object = element.object, let path = object["path"]?.string,
                let line = object["line"]?.int
            else { return nil }
            return KeyReference(
                kind: object["kind"]?.string ?? "",
                path: path.hasPrefix("./") ? String(path.dropFirst(2)) : path,
                line: line, column: object["column"]?.int ?? 1, text: object["text"]?.string ?? "")
        }
    }
}

/// The places in an app's sources that refer to keys, as found by `experiments-code`.
public struct KeyReferences: Sendable {
    /// The folder that the paths start from.
    package let folder: String
    /// The references, by place.
    package let references: [KeyReference]

    package init(folder: String, references: [KeyReference]) {
        self.folder = folder
        self.references = references
    }

    /// Returns the absolute path of the file of a reference.
    package func path(of reference: KeyReference) -> String { PathText.join(folder, reference.path) }
}
