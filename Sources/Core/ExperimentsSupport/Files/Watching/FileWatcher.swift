/// Tells when a file changes, whoever changes it and however: written in place, replaced, removed or made anew.
package protocol FileWatcher: Sendable {
    /// Calls `onChange` after each change of the file at `path`, which need not exist yet.
    ///
    /// Several changes close together may be told as one. The watch ends with the observation.
    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle
}

extension FileWatcher where Self == SystemFileWatcher {
    /// The operating system's own notices.
    package static var system: SystemFileWatcher { SystemFileWatcher() }
}
