import Dispatch
import Foundation

/// Watches files by the notices of the operating system: inotify on Linux, a dispatch source on Apple's systems.
///
/// The folder is watched rather than the file, because editors and this package's own writers replace files by a
/// rename. A folder that does not exist yet is waited for in the nearest one above it that does.
public struct SystemFileWatcher: FileWatcher {
    /// The system's watcher.
    public init() {}

    public func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> Observation {
        let watch = FolderWatch(path: path, onChange: onChange)
        watch.start()
        return Observation { watch.stop() }
    }
}

/// One watched path. All its state belongs to `queue`.
private final class FolderWatch: @unchecked Sendable {
    private let path: String
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "experiments.file-watch")
    private var source: (any DispatchSourceProtocol)?
    private var fingerprint: FileFingerprint
    private var armedFolder = ""

    init(path: String, onChange: @escaping @Sendable () -> Void) {
        self.path = (path as NSString).isAbsolutePath ? path : FileManager.default.currentDirectoryPath + "/" + path
        self.onChange = onChange
        fingerprint = FileFingerprint(of: path)
    }

    func start() {
        queue.sync { arm() }
    }

    func stop() {
        queue.async { [self] in
            source?.cancel()
            source = nil
        }
    }

    private func arm() {
        source?.cancel()
        armedFolder = nearestFolder()
        let source = FolderNotices.source(for: armedFolder, queue: queue) ?? pollingSource()
        source.setEventHandler { [weak self] in self?.check() }
        source.activate()
        self.source = source
    }

    private func check() {
        guard let source else { return }
        let notices = FolderNotices.drain(source, fileName: (path as NSString).lastPathComponent)
        if notices.folderMoved || armedFolder != nearestFolder() { arm() }
        let current = FileFingerprint(of: path)
        guard notices.touched || current != fingerprint else { return }
        fingerprint = current
        onChange()
    }

    private func nearestFolder() -> String {
        var folder = (path as NSString).deletingLastPathComponent
        while folder.count > 1, access(folder, F_OK) != 0 { folder = (folder as NSString).deletingLastPathComponent }
        return folder.isEmpty ? "/" : folder
    }

    /// Where the system has no notices left to give (a limit on watches), a look once a second still works.
    private func pollingSource() -> any DispatchSourceProtocol {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        return timer
    }
}
