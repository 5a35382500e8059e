#if canImport(Darwin)
import Dispatch
import Foundation

/// The notices of kqueue along one route: a source for each folder, and one for the file, whose content can change
/// without a notice for its folder.
final class WatchSource {
    private var sources: [any DispatchSourceFileSystemObject] = []

    /// Returns nil if a folder cannot be watched, unless it contains only links. An app's sandbox does not allow
    /// opening the root folder, which contains the link /var. A folder that the app cannot open does not change while
    /// the app runs.
    init?(route: WatchRoute, queue: DispatchQueue, handler: @escaping @Sendable (WatchNotice) -> Void) {
        for folder in route.entries.keys {
            // A notice about a folder does not show which entry it is about.
            let isHeard = watch(folder, for: [.write, .extend, .delete, .rename, .revoke], on: queue) {
                handler(.wayChanged)
            }
            let holdsLinksOnly = route.lastFolder != nil && folder != route.lastFolder
            guard isHeard || holdsLinksOnly else { return nil }
        }
        for folder in route.folders.subtracting(route.entries.keys) {
            _ = watch(folder, for: [.delete, .rename, .revoke], on: queue) { handler(.wayChanged) }
        }
        if let file = route.file {
            _ = watch(file, for: [.write, .extend], on: queue) { handler(.beingWritten) }
            _ = watch(file, for: [.attrib, .delete, .rename, .revoke], on: queue) {
                handler([.wayChanged, .written])
            }
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    private func watch(
        _ path: String, for events: DispatchSource.FileSystemEvent, on queue: DispatchQueue,
        _ handler: @escaping @Sendable () -> Void
    ) -> Bool {
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor, eventMask: events, queue: queue)
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler(handler: handler)
        source.activate()
        sources.append(source)
        return true
    }
}
#endif
