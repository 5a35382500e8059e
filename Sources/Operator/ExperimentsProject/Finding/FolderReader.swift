import ExperimentsCore
import Foundation

/// The functions for reading folders and the files in them.
package struct FolderReader: Sendable {
    /// An item in a folder.
    package struct Entry: Sendable, Hashable {
        package let name: String
        package let isFolder: Bool

        package init(_ name: String, isFolder: Bool = false) {
            (self.name, self.isFolder) = (name, isFolder)
        }
    }

    /// Returns the items in a folder; none if it cannot be listed.
    package let entries: @Sendable (_ path: String) -> [Entry]
    /// Returns the content of a file, up to a size in bytes.
    package let content: @Sendable (_ path: String, _ limit: Int) throws(FileProblem) -> [UInt8]

    package init(
        entries: @escaping @Sendable (_ path: String) -> [Entry],
        content: @escaping @Sendable (_ path: String, _ limit: Int) throws(FileProblem) -> [UInt8]
    ) {
        (self.entries, self.content) = (entries, content)
    }

    /// Reads the folders of this machine. Symbolic links to folders are skipped, because they can form a circle.
    package static let system = FolderReader(
        entries: { path in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return names.compactMap { name in
                let path = PathText.join(path, name)
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
                if isFolder.boolValue, PathText.linkTarget(of: path) != nil { return nil }
                return Entry(name, isFolder: isFolder.boolValue)
            }
        },
        content: { (path, limit) throws(FileProblem) in try FileBytes.read(path, limit: limit) })
}
