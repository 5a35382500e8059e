import Dispatch
import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks

/// Writes to a link's folder in the background, in the requested order. If states follow each other faster than the
/// disk can write, only the last one is written.
final class DiskQueue: Sendable {
    private let folder: LinkFolder
    private let queue = DispatchQueue(label: "experiments.link.disk", qos: .utility)
    /// The state to write; nil in it means none.
    private let waiting = Mutex<LinkedState??>(nil)

    /// Called with the reason why something could not be stored, and with nil once it was stored.
    typealias Outcome = @Sendable (FileProblem?) -> Void

    init(_ folder: LinkFolder) {
        self.folder = folder
    }

    func keep(_ invitation: LinkInvitation, tell: @escaping Outcome) {
        waiting.withLock { $0 = nil }
        queue.async { [folder] in Self.attempt(tell) { () throws(FileProblem) in try folder.keep(invitation) }
        }
    }

    func forget() {
        waiting.withLock { $0 = nil }
        queue.async { [folder] in folder.forget() }
    }

    func keep(_ state: LinkedState?, tell: @escaping Outcome) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting = .some(state) }
            return waiting == nil
        }
        guard isFirst else { return }
        queue.async { [self] in
            guard let state = waiting.withLock({ $0.take() }) else { return }
            Self.attempt(tell) { () throws(FileProblem) in try folder.keep(state) }
        }
    }

    /// Waits until all is written.
    func flush() { queue.sync {} }

    private static func attempt(_ tell: Outcome, _ write: () throws(FileProblem) -> Void) {
        do throws(FileProblem) {
            try write()
            tell(nil)
        } catch {
            tell(error)
        }
    }
}
