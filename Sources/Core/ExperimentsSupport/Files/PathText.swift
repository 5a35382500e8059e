import Foundation

/// Paths as text, taken apart without Foundation's bridging.
package enum PathText {
    /// How many symbolic links in a row are followed, as in the system itself.
    package static let linkLimit = 40

    /// The folder that holds what `path` names: `.` for a bare name, `/` at the root.
    package static func folder(of path: String) -> String {
        let trimmed = trimmingSlashes(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return trimmingSlashes(trimmed[..<slash]).isEmpty ? "/" : String(trimmingSlashes(trimmed[..<slash]))
    }

    /// The last component of `path`.
    package static func name(of path: String) -> String {
        let trimmed = trimmingSlashes(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return String(trimmed) }
        return String(trimmed[trimmed.index(after: slash)...])
    }

    /// `name` in `folder`; an absolute name stays what it is.
    package static func join(_ folder: String, _ name: String) -> String {
        if name.hasPrefix("/") { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// What a file is called that keeps something about `path` elsewhere: the name of the folder that holds it, for people,
    /// and a number that tells it from others of that name.
    package static func stateName(of path: String) -> String {
        let letters = name(of: folder(of: path)).prefix(40).map {
            $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-"
        }
        return (letters.allSatisfy { $0 == "-" } ? "project" : String(letters)) + "-" + ContentHash(path.utf8).text
    }

    /// `path` from the root on, seen from the working directory.
    package static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : join(FileManager.default.currentDirectoryPath, path)
    }

    /// The target of the symbolic link at `path`, or nil where there is none.
    package static func linkTarget(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        return String(decoding: buffer[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Where `path` leads when it is a symbolic link, even to a file that does not exist yet; else `path` itself.
    ///
    /// - Throws: a `FileProblem` where links lead round in a circle.
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
        while rest.hasSuffix("/") { rest.removeLast() }
        return rest
    }
}
