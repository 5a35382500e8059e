import Foundation

/// JSON files in a folder, with names that people chose, for example `profiles/QA checkout.json`.
package struct NamedFiles: Sendable, Hashable {
    /// The path of the folder, which need not exist yet.
    package let folder: String
    /// The largest file that is read and written, in bytes.
    package let limit: Int
    /// The content of the files as a plural noun, for messages.
    private let things: String
    /// The file whose permissions new files get; nil for files that only the user can read.
    private let model: String?

    package init(folder: String, of things: String, limit: Int, readableLike model: String? = nil) {
        self.folder = folder
        self.things = things
        self.limit = limit
        self.model = model
    }

    /// Returns the names, in alphabetical order.
    ///
    /// - Throws: `FileProblem` if the folder cannot be read.
    package func names() throws(FileProblem) -> [String] {
        let files: [String]
        do {
            files = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            guard access(folder, F_OK) == 0 else { return [] }
            throw FileProblem(
                path: folder, message: "cannot list the \(things) in it", advice: "check its permissions")
        }
        return files.filter { $0.hasSuffix(Self.ending) && !$0.hasScalarPrefix(".") }
            .map { String($0.dropLast(Self.ending.count)) }.sorted()
    }

    /// Returns the content of the file with this name.
    ///
    /// - Throws: `FileProblem`, whose `isMissing` is true if there is no such file.
    package func bytes(named name: String) throws(FileProblem) -> [UInt8] {
        try FileBytes.read(path(of: name), limit: limit)
    }

    /// Writes the file with this name. If it exists, it is replaced and keeps its permissions.
    ///
    /// - Throws: `FileProblem`. The old file is then unchanged.
    package func write(_ bytes: [UInt8], as name: String) throws(FileProblem) {
        let path = path(of: name)
        let target = try PathText.followingLinks(path)
        let model = access(target, F_OK) == 0 ? target : model
        try AtomicFile.write(
            bytes, to: path, permissions: model.map(FilePermissions.like) ?? .ownerOnly, limit: limit)
    }

    /// Removes the file with this name.
    ///
    /// - Throws: `FileProblem`, whose `isMissing` is true if there is no such file.
    package func delete(named name: String) throws(FileProblem) {
        let path = path(of: name)
        guard unlink(path) == 0 else {
            let code = errno
            throw FileProblem(path: path, doing: "remove", code: code, isMissing: code == ENOENT)
        }
    }

    /// Returns the path of the file with this name.
    package func path(of name: String) -> String { PathText.join(folder, name + Self.ending) }

    private static let ending = ".json"

    /// The longest name, in characters.
    private static let lengthLimit = 80

    /// Returns the reason why a string cannot be a name, which is also the name of a file; nil if it can.
    ///
    /// - Parameters:
    ///   - name: the name to check.
    ///   - thing: the kind of thing, for example `profile`.
    ///   - example: an example of a good name.
    package static func problem(name: String, of thing: String, such example: String) -> MessageError? {
        let isFileName = name.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "\\" && $0 != ":"
        }
        if name.isEmpty {
            return MessageError("a \(thing) needs a name", advice: "Use a name such as \(example).")
        }
        if name.count > lengthLimit || name.utf8.count > 200 {
            return MessageError(
                "the name of a \(thing) has at most \(lengthLimit) characters", advice: "Use a shorter name.")
        }
        if !isFileName || name.hasScalarPrefix(".") || name.first == " " || name.last == " " {
            return MessageError(
                "\(Quotation.of(name)) cannot be the name of a \(thing): it is used as a file name",
                advice:
                    "Remove / \\ : and control characters, a dot at the start, and spaces at the start and end."
            )
        }
        return nil
    }
}
