import ExperimentsCore
import Foundation

/// Keeps each user's configuration in a file of its own, in one folder.
///
/// A file is replaced as a whole: whoever reads it, and whatever stops the writer, it is the old one or the new one. A
/// file that cannot be used, because it is damaged or of a later version, is renamed and left beside the others. One
/// that may not be read is neither moved nor written over.
public final class FileActiveConfigStore: ActiveConfigStore {
    /// The folder.
    public let folder: String
    private let now: @Sendable () -> Date

    /// A store in the folder at a path, which is made when the first configuration is kept.
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
        do throws(UnusableStoredConfig) {
            return try StoredActiveConfig(decoding: bytes, for: userID)
        } catch {
            throw setAside(path, because: error)
        }
    }

    public func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws {
        let path = path(of: userID)
        guard access(path, F_OK) != 0 || access(path, R_OK) == 0 else {
            throw ActiveConfigStoreProblem(
                "the configuration is not stored: \(path) may not be read, so it is not written over; check its permissions"
            )
        }
        if let configuration {
            try AtomicFile.write(configuration.encoded(for: userID), to: path, permissions: .ownerOnly)
        } else if unlink(path) != 0, errno != ENOENT {
            throw ActiveConfigStoreProblem("cannot remove \(path): \(String(cString: strerror(errno)).lowercased())")
        }
    }

    public var firstDownloadFinished: Bool { access(firstDownloadPath, F_OK) == 0 }

    public func noteFirstDownload() throws {
        try AtomicFile.write(
            Array((RFC3339.text(of: now()) + "\n").utf8), to: firstDownloadPath, permissions: .ownerOnly)
    }

    /// The file of a user's configuration; nil for the shared one.
    public func path(of userID: String?) -> String {
        folder + "/" + UserFileName.name(for: userID)
    }

    private var firstDownloadPath: String { folder + "/first-download" }

    private func setAside(_ path: String, because problem: UnusableStoredConfig) -> ActiveConfigStoreProblem {
        let aside = path + ".unusable-" + RFC3339.text(of: now(), milliseconds: true).replacing(":", with: "")
        let words = "the stored configuration \(path) cannot be used: \(problem)"
        return ActiveConfigStoreProblem(rename(path, aside) == 0 ? words + "; it was set aside as \(aside)" : words)
    }
}
