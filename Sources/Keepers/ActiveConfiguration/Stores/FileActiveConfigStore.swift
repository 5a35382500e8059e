import ExperimentsCore
import Foundation

/// A store with a file for each user's configuration, in one folder.
///
/// A file is replaced as a whole: even if the program is killed while it writes, either the old file or the new one
/// exists. A file that is damaged, or of a later version, is renamed and stays next to the others. A file without
/// permission to read is neither moved nor overwritten.
public final class FileActiveConfigStore: ActiveConfigStore {
    /// The path of the folder with the files.
    public let folder: String
    private let now: @Sendable () -> Date

    /// Creates a store in the folder at a path. The folder is created when the first configuration is stored.
    public init(folder: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.folder = folder
        self.now = now
    }

    public func configuration(for userID: String?) throws -> StoredActiveConfig? {
        let path = path(of: userID)
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try FileBytes.read(path)
        } catch {
            if error.isMissing { return nil }
            throw ActiveConfigStoreProblem("the stored configuration cannot be read: \(error)")
        }
        do throws(ActiveConfigStoreProblem) {
            return try StoredActiveConfig(decoding: bytes, for: userID)
        } catch {
            throw setAside(path, because: error)
        }
    }

    public func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws {
        let path = path(of: userID)
        guard access(path, F_OK) != 0 || access(path, R_OK) == 0 else {
            throw ActiveConfigStoreProblem(
                "the configuration is not stored: \(path) cannot be read, so it is not overwritten; check its permissions"
            )
        }
        if let configuration {
            try AtomicFile.write(configuration.encoded(for: userID), to: path, permissions: .ownerOnly)
        } else if unlink(path) != 0, errno != ENOENT {
            throw ActiveConfigStoreProblem(
                "cannot remove \(path): \(String(cString: strerror(errno)).lowercased())")
        }
    }

    public var firstDownloadFinished: Bool { access(firstDownloadPath, F_OK) == 0 }

    public func noteFirstDownload() throws {
        try AtomicFile.write(
            Array((RFC3339.text(of: now()) + "\n").utf8), to: firstDownloadPath, permissions: .ownerOnly)
    }

    /// The path of the file for a user; nil for the shared configuration.
    public func path(of userID: String?) -> String {
        folder + "/" + FileActiveConfigStore.fileName(for: userID)
    }

    private var firstDownloadPath: String { folder + "/first-download" }

    private func setAside(_ path: String, because problem: ActiveConfigStoreProblem)
        -> ActiveConfigStoreProblem
    {
        let aside = AtomicFile.setAside(path, at: now(), milliseconds: true)
        let words = "the stored configuration \(path) cannot be used: \(problem)"
        return ActiveConfigStoreProblem(words + (aside.map { "; it was set aside as \($0)" } ?? ""))
    }
}

/// The names of the files with users' configurations.
///
/// Any text can be a user's ID. Different IDs get different names, even on a file system that ignores case.
extension FileActiveConfigStore {
    /// The maximum number of bytes of a name before it is shortened: file systems allow 255, and an unusable file that
    /// is kept has a longer name.
    private static let longestName = 160

    static func fileName(for userID: String?) -> String {
        guard let userID else { return "shared.jsonl" }
        let encoded = userID.percentEncoded(
            keeping: { $0.isASCIIDigit || ($0 & 0x20 != 0 && $0.isASCIILetter) || "-_".utf8.contains($0) },
            isUppercase: false)
        let name = "user-" + encoded
        guard name.utf8.count > longestName else { return name + ".jsonl" }
        // Two IDs with the same beginning and the same hash would share a file. Its first line names the user, so that
        // neither user gets the other's configuration.
        return name.prefix(longestName) + "~" + String(ContentHash(userID.utf8).value, radix: 16) + ".jsonl"
    }
}
