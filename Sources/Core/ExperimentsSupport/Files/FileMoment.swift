/// The moments of a change of files at which a process may be killed, so that tests can look at what it would leave.
package enum FileMoment {
    /// Is told of each moment before it passes: what is about to be done, and with which file.
    @TaskLocal package static var witness: (@Sendable (_ what: String, _ path: String) -> Void)?

    package static func pass(_ what: String, _ path: String) {
        witness?(what, path)
    }
}
