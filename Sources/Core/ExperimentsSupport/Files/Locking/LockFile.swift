import Foundation

/// A file whose lock one holder at a time has. The system takes it back when its holder dies, so none is ever stale.
struct LockFile {
    let path: String
    /// The file that an error names.
    let named: String
    /// Those of the file that the lock guards.
    let permissions: FilePermissions
    /// How the system is asked.
    var calls = LockCalls.system

    /// Opens the file, making it where it is missing, and locks it.
    ///
    /// - Parameters:
    ///   - canRead: whether a file that may only be read will do: another user's may be locked, too.
    ///   - waiting: whether to wait, for as long as it takes, while another holds it.
    /// - Returns: the open file, whose closing gives the lock back; nil while another holds it.
    func take(orReading canRead: Bool, waiting: Bool = false) throws(FileProblem) -> Int32? {
        while true {
            let descriptor = try open(orReading: canRead)
            do throws(FileProblem) {
                guard try calls.lock(descriptor, waiting: waiting, naming: named) else {
                    close(descriptor)
                    if waiting { continue }
                    return nil
                }
            } catch {
                close(descriptor)
                throw error
            }
            // Whoever held it may have renamed or removed it meanwhile; then it no longer guards anything.
            if let held = FileStatus(of: descriptor), let now = FileStatus(of: path), held.isSameFile(as: now) {
                return descriptor
            }
            close(descriptor)
        }
    }

    private func open(orReading canRead: Bool) throws(FileProblem) -> Int32 {
        let bits = permissions.bits()
        do throws(FileProblem) {
            let descriptor = try PlainFile.open(
                path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: bits == nil ? 0o666 : 0o600, naming: named)
            bits?.apply(to: descriptor)
            return descriptor
        } catch {
            guard canRead, access(path, F_OK) == 0, let descriptor = try? openReading() else { throw error }
            return descriptor
        }
    }

    private func openReading() throws(FileProblem) -> Int32 {
        try PlainFile.open(path, O_RDONLY | O_NOFOLLOW, naming: named)
    }
}
