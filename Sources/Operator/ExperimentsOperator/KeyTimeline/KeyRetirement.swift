import ExperimentsCore

/// The change that takes a key out of an app's sources, as `experiments-code retire --json` prints it.
public struct KeyRetirement: Sendable, Hashable {
    /// A file that changes.
    package struct File: Sendable, Hashable {
        package let path: String
        /// The change in the format of `git diff`.
        package let diff: String
    }

    /// A place that has to be changed by hand.
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        package let path: String
        package let line: Int
        package let column: Int
        package let reason: String

        /// `path:line:column: reason`.
        package var description: String { "\(path):\(line):\(column): \(reason)" }
    }

    package let files: [File]
    package let left: [Place]
    /// Whether the change is in the files.
    package let isWritten: Bool
    /// A digest that distinguishes the change from others of the same key.
    package let digest: String

    /// All diffs as one text for `git apply`.
    package var diff: String { files.map(\.diff).joined() }

    /// Reads the output of `experiments-code`; nil for anything else.
    package init?(parsing bytes: [UInt8]) {
        guard let document = (try? JSONValue(parsing: bytes))?.object, document["schema"] == 1,
            let files = document["files"]?.array, let left = document["left"]?.array,
            let digest = document["digest"]?.string
        else { return nil }
        self.files = files.compactMap { element in
            guard let file = element.object, let path = file["path"]?.string, let diff = file["diff"]?.string
            else { return nil }
            return File(path: path, diff: diff)
        }
        self.left = left.compactMap { element in
            guard let place = element.object, let path = place["path"]?.string, let line = place["line"]?.int
            else { return nil }
            return Place(
                path: path, line: line, column: place["column"]?.int ?? 1,
                reason: place["reason"]?.string ?? "")
        }
        isWritten = document["written"] == true
        self.digest = digest
    }
}
