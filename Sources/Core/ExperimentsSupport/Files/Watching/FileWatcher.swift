import Dispatch

/// Reports changes of a file, whoever makes them: the file is written in place, replaced, removed or created.
///
/// Use `.system` in programs. To implement one, for example for a test that changes a file itself, keep `onChange`
/// until the handle is cancelled, and call it after each change:
///
/// ```swift
/// final class ManualWatcher: FileWatcher {
///     private let handlers = Mutex<[UUID: @Sendable () -> Void]>([:])
///
///     func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
///         let id = UUID()
///         handlers.withLock { $0[id] = onChange }
///         return ObservationHandle { [weak self] in self?.handlers.withLock { $0[id] = nil } }
///     }
///
///     func fileChanged() {
///         for handler in handlers.withLock({ Array($0.values) }) { handler() }
///     }
/// }
/// ```
package protocol FileWatcher: Sendable {
    /// Calls `onChange` after each change of the file at `path`, which need not exist yet, until the returned handle is
    /// cancelled or released. Several changes at almost the same time may lead to one call.
    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle
}

extension FileWatcher where Self == SystemFileWatcher {
    /// The watcher that uses the operating system's notices.
    package static var system: SystemFileWatcher { SystemFileWatcher() }
}

/// Watches files with the notices of the operating system: inotify on Linux, and kqueue on Apple's systems.
///
/// The folder is watched as well as the file, because editors and this package replace files by renaming. Every
/// symbolic link on the route is watched, too. If a folder does not exist yet, the nearest existing folder above it is
/// watched. Nothing runs while nothing changes.
package struct SystemFileWatcher: FileWatcher {
    private let later: FileWatch.Later

    /// The system's watcher.
    package init() { later = FileWatch.later }

    /// - Parameter later: how a change waits that may not be finished.
    init(later: @escaping FileWatch.Later) { self.later = later }

    /// Calls `onChange` after each change of the file at `path`, on a dispatch queue of this watch. A write in place is
    /// reported when the writer closes the file, or a tenth of a second after the write; the removal of the file, a tenth
    /// of a second after it, unless the file is back by then.
    package func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
        let watch = FileWatch(path: PathText.absolute(path), later: later, onChange: onChange)
        watch.start()
        return ObservationHandle { watch.stop() }
    }
}
