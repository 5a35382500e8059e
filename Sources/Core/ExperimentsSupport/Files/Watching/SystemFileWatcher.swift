import Dispatch

/// Watches files by the notices of the operating system: inotify on Linux, the kernel's event queue on Apple's systems.
///
/// The folder is watched as well as the file, because editors and this package's own writers replace files by a rename;
/// so is every symbolic link on the way. A folder that does not exist yet is waited for in the nearest one above it
/// that does. Nothing runs while nothing changes.
package struct SystemFileWatcher: FileWatcher {
    /// The system's watcher.
    package init() {}

    /// Calls `onChange`, on a queue of the watch's own, after each change of the file at `path`. A file written in
    /// place is told of when its writer closes it, or a tenth of a second after a write.
    package func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
        let watch = FileWatch(path: PathText.absolute(path), onChange: onChange)
        watch.start()
        return ObservationHandle { watch.stop() }
    }
}
