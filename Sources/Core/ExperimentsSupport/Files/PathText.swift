import Foundation

/// Splits paths as text, without the bridging of Foundation.
package enum PathText {
    /// The largest number of symbolic links in a row that are followed; the same as in the system itself.
    package static let linkLimit = 40

    /// Returns the folder of `path`: `.` for a bare name, `/` at the root.
    package static func folder(of path: String) -> String {
        let trimmed = trimmingSlashes(path)
        guard let (before, _) = trimmed.cut(atLast: "/") else { return "." }
        let folder = trimmingSlashes(before)
        return folder.isEmpty ? "/" : String(folder)
    }

    /// Returns the last component of `path`.
    package static func name(of path: String) -> String {
        let trimmed = trimmingSlashes(path)
        return String(trimmed.cut(atLast: "/")?.after ?? trimmed)
    }

    /// Returns the path of `name` in `folder`. An absolute name is returned unchanged.
    package static func join(_ folder: String, _ name: String) -> String {
        if name.hasScalarPrefix("/") { return name }
        return folder.hasScalarSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Returns a name for a file elsewhere that stores something about `path`: the name of its folder, for people, and
    /// a number that distinguishes it from other folders with that name.
    package static func stateName(of path: String) -> String {
        let letters = name(of: folder(of: path)).prefix(40).map {
            $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-"
        }
        return (letters.allSatisfy { $0 == "-" } ? "project" : String(letters)) + "-"
            + ContentHash(path.utf8).text
    }

    /// Returns `path` as an absolute path, relative to the working directory.
    package static func absolute(_ path: String) -> String {
        path.hasScalarPrefix("/") ? path : join(FileManager.default.currentDirectoryPath, path)
    }

    /// Returns the target of the symbolic link at `path`; nil if it is not a symbolic link.
    package static func linkTarget(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        return String(decoding: buffer[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the path to which a symbolic link at `path` leads, even if no file exists there yet; otherwise `path`
    /// itself.
    ///
    /// - Throws: `FileProblem` if links form a circle.
    package static func followingLinks(_ path: String) throws(FileProblem) -> String {
        var current = path
        for _ in 0...linkLimit {
            guard let target = linkTarget(of: current) else { return current }
            current = join(folder(of: current), target)
        }
        throw FileProblem(path: path, doing: "follow the symbolic link", code: ELOOP)
    }

    private static func trimmingSlashes(_ path: some StringProtocol) -> Substring {
        var rest = Substring(path)
        while rest.hasScalarSuffix("/") { rest.unicodeScalars.removeLast() }
        return rest
    }
}
