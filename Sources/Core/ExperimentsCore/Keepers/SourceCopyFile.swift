import Foundation

/// The file with the last good content of a source. Only the user can read it, and it is replaced as a whole.
///
/// The first line is JSON: `{"format": 1, "place", "context", "version", "etag", "fetchedAt", "digest"}`. The content
/// follows unchanged. The digest is that of the other members and the content.
package struct SourceCopyFile: Sendable, Hashable {
    /// The format that is written, and the newest that can be read.
    static let format = 1
    /// The largest file that is read or written, in bytes.
    package static let sizeLimit = 65 << 20

    /// The path of the file, which need not exist yet.
    package let path: String
    /// A digest of what identifies the source: its project, its name and its address. Only the digest is stored,
    /// because an address may contain a secret.
    private let place: ContentHash

    package init(path: String, place: String) {
        self.init(path: path, place: ContentHash(place.utf8))
    }

    private init(path: String, place: ContentHash) {
        self.path = path
        self.place = place
    }

    /// Stores a copy.
    ///
    /// - Parameter context: the user to whom the content belongs; nil if it is the same for all users.
    /// - Throws: `FileProblem`. The copy before it is then unchanged.
    package func write(_ copy: SourceCopy, for context: SourcePersona?) throws(FileProblem) {
        var head = JSONObject()
        head["format"] = .number(String(Self.format))
        head["place"] = .string(place.text)
        head["context"] = (context?.digest).map(JSONValue.string)
        head["version"] = copy.version.map(JSONValue.string)
        head["etag"] = copy.etag.map(JSONValue.string)
        head["fetchedAt"] = .string(RFC3339.shortestText(of: copy.fetchedAt))
        head["digest"] = .string(Self.digest(of: head, copy.content))
        let bytes = JSONValue.object(head).densestBytes + [UInt8(ascii: "\n")] + copy.content
        try AtomicFile.write(bytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
    }

    /// Reads the copy; nil if there is none, or if it is one of another project, address or user.
    ///
    /// - Throws: `FileProblem` if it cannot be read, is damaged, or was written by a newer version of the program.
    package func read(for context: SourcePersona?) throws(FileProblem) -> SourceCopy? {
        guard let bytes = try bytes() else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        guard var head = (try? JSONValue(parsing: Array(bytes[..<end])))?.object,
            let format = head["format"]?.int
        else { throw damaged }
        guard format <= Self.format else {
            throw FileProblem(
                path: path,
                message: "the stored values are from a newer version of this program and were not used",
                advice: "update this program, or remove the file")
        }
        let content = Array(bytes[end...].dropFirst())
        let digest = head["digest"]?.string
        head["digest"] = nil
        guard let fetchedAt = head["fetchedAt"]?.string.flatMap({ RFC3339.date(from: $0) }),
            digest == Self.digest(of: head, content)
        else { throw damaged }
        guard head["place"]?.string == place.text, head["context"]?.string == context?.digest else {
            return nil
        }
        return SourceCopy(
            content: content, fetchedAt: fetchedAt, version: head["version"]?.string,
            etag: head["etag"]?.string)
    }

    /// The next step after a file that cannot be used.
    static let advice = "nothing needs to be done: the next fetch replaces the file"

    /// A digest of everything else in the file: a wrong time of the fetch makes old values look fresh.
    private static func digest(of head: JSONObject, _ content: [UInt8]) -> String {
        ContentHash(JSONValue.object(head).densestBytes + content).text
    }

    private func bytes() throws(FileProblem) -> [UInt8]? {
        do throws(FileProblem) {
            return try FileBytes.readIfPresent(path, limit: Self.sizeLimit)
        } catch {
            throw FileProblem(
                path: path, message: error.message, advice: "remove it; the next fetch stores a new copy")
        }
    }

    private var damaged: FileProblem {
        FileProblem(
            path: path, message: "the stored values are damaged and were not used", advice: Self.advice)
    }

    /// The file for the contexts of the same source.
    var ofContexts: SourceCopyFile { SourceCopyFile(path: path + ".contexts", place: place) }
}

extension SourcePersona {
    /// A digest for comparing stored contexts, because their fields are personal data.
    var digest: String { ContentHash(JSONValue.object(JSONObject(sorting: fields)).densestBytes).text }
}
