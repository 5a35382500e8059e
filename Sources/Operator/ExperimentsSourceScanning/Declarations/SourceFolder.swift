import ExperimentsCore
import Foundation

/// Finds and reads the Swift files of an app.
public enum SourceFolder {
    /// Returns the Swift files at `paths`, sorted by path. Each path is a file, or a folder that is searched with its
    /// subfolders.
    ///
    /// Hidden folders, such as `.build`, and those of other people's code are skipped.
    ///
    /// - Parameters:
    ///   - paths: the paths of files and folders.
    ///   - skip: gets the problem of a file that cannot be read or is not UTF-8, which is then skipped; nil to throw
    ///     it.
    /// - Throws: `FileProblem` for a path that does not exist, or for such a file.
    public static func files(
        at paths: [String], skip: ((FileProblem) -> Void)? = nil
    ) throws(FileProblem) -> [SourceFile] {
        var files: [SourceFile] = []
        for name in try names(at: paths) {
            do throws(FileProblem) {
                files.append(try read(name))
            } catch {
                guard let skip else { throw error }
                skip(error)
            }
        }
        return files
    }

    /// Returns the Swift files at `paths`, also those that are not UTF-8, with a sign in place of each invalid byte.
    ///
    /// - Throws: `FileProblem` for a path that does not exist, or for a file that cannot be read.
    package static func repairedFiles(at paths: [String]) throws(FileProblem) -> [SourceFile] {
        var files: [SourceFile] = []
        for name in try names(at: paths) {
            let bytes = try FileBytes.read(name)
            let text = String(validUTF8: bytes)
            files.append(
                SourceFile(
                    path: name, text: text ?? String(decoding: bytes, as: UTF8.self),
                    origin: text == nil ? .repaired : .file))
        }
        return files
    }

    /// Returns the paths of the Swift files at `paths`. Each file is there once, also if a link to it is there, too.
    private static func names(at paths: [String]) throws(FileProblem) -> [String] {
        var names: [String] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw FileProblem(path: path, message: "no such file or folder", isMissing: true)
            }
            names += isFolder.boolValue ? swiftFiles(in: path) : [path]
        }
        var chosen: [String: String] = [:]
        for name in names {
            let file = resolved(name)
            guard let other = chosen[file] else {
                chosen[file] = name
                continue
            }
            if isLink(other), !isLink(name) { chosen[file] = name }
        }
        return names.filter { name in
            let file = resolved(name)
            guard chosen[file] == name else { return false }
            chosen[file] = nil
            return true
        }
    }

    /// Returns the path of a file without links and without `..`.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }

    /// The folders in which package managers keep the code of others.
    private static let foreign: Set<String> = [
        "Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules",
    ]

    private static func swiftFiles(in folder: String) -> [String] {
        let base = folder.hasScalarSuffix("/") ? String(folder.dropLast()) : folder
        let found = FileManager.default.enumerator(atPath: folder) ?? FileManager.DirectoryEnumerator()
        var names: [String] = []
        for case let name as String in found {
            let last = name.split(scalar: "/").last ?? ""
            if last.hasScalarPrefix(".") || foreign.contains(String(last)) {
                found.skipDescendants()
            } else if name.hasSuffix(".swift") {
                names.append(base + "/" + name)
            }
        }
        return names.sorted()
    }

    private static func read(_ path: String) throws(FileProblem) -> SourceFile {
        guard let text = String(validUTF8: try FileBytes.read(path)) else {
            throw FileProblem(path: path, message: "is not UTF-8 text")
        }
        return SourceFile(path: path, text: text)
    }
}

/// A file of an app's sources.
public struct SourceFile: Sendable, Hashable {
    /// The path, as places show it.
    public let path: String
    /// The content.
    public let text: String
    /// Where the content comes from.
    package let origin: Origin

    /// Where the content of a file comes from.
    package enum Origin: Sendable, Hashable {
        case file
        /// A file that is not UTF-8, with signs in place of what is invalid, so that it must not be written.
        case repaired
        /// Each build writes it again.
        case build
    }

    /// Creates a file.
    public init(path: String, text: String) { self.init(path: path, text: text, origin: .file) }

    package init(path: String, text: String, origin: Origin) {
        self.path = path
        self.text = text
        self.origin = origin
    }
}

/// A place in a source file.
public struct SourcePlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The file's path.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in UTF-8 bytes, from 1.
    public let column: Int

    /// Creates a place.
    package init(path: String, line: Int, column: Int) {
        (self.path, self.line, self.column) = (path, line, column)
    }

    /// `path:line:column`.
    public var description: String { "\(path):\(line):\(column)" }

    /// Compares by path, line and column.
    public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
        (left.path, left.line, left.column) < (right.path, right.line, right.column)
    }
}

/// A part of the sources that cannot be read without compiling them.
public struct ScanProblem: Sendable, Hashable, CustomStringConvertible {
    /// Its place.
    public let place: SourcePlace
    /// The part, and the reason.
    public let message: String
    /// Whether a key is missing in the catalog because of it. Otherwise, only a detail of a key is.
    public let isKeyLost: Bool

    /// `path:line:column: message`.
    public var description: String { "\(place): \(message)" }
}
