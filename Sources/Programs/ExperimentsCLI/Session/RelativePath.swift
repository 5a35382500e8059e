import ExperimentsSupport
import Foundation

/// A path as a file elsewhere is to write it.
struct RelativePath {
    /// The path, relative where that is shorter to understand.
    let text: String

    /// - Parameters:
    ///   - path: from the working directory.
    ///   - file: the file that is to write it, from the working directory.
    init(of path: String, fromFolderOf file: String) {
        let parts = Self.parts(path)
        let folder = Self.parts(file).dropLast()
        let common = zip(parts, folder).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: folder.count - common) + parts[common...]
        text = path.hasScalarPrefix("/") && common == 0 ? path : steps.joined(separator: "/")
    }

    private static func parts(_ path: String) -> [String] {
        URL(fileURLWithPath: path).standardizedFileURL.path.split(scalar: "/").map(String.init)
    }
}
