import ExperimentsCore
import Foundation

/// Decides whether this program sends the events of its source to the web hooks, and reports it.
package struct HookClaims: Sendable {
    private let makeClaim: @Sendable (_ source: String?) -> HookClaim
    /// The claim to the last reported source, and its result.
    private var current: (source: String?, claim: HookClaim, holder: HookClaim.Holder?)?

    /// - Parameters:
    ///   - folder: the folder for lock files.
    ///   - project: the path of the project file.
    ///   - hooks: the web hooks.
    package init(folder: String, project: String, hooks: [WebHook]) {
        makeClaim = { HookClaim(folder: folder, project: project, source: $0, hooks: hooks) }
    }

    /// Returns whether this program sends the events of a source. It checks each time, so it takes over from a program
    /// that has ended.
    ///
    /// - Parameter say: called when the sending program changes, but not if this program sends from the start.
    package mutating func isOurs(_ source: String?, saying say: (String) -> Void) -> Bool {
        var claim: HookClaim
        var before: HookClaim.Holder?
        if let current, current.source == source {
            (claim, before) = (current.claim, current.holder)
        } else {
            // Other programs report the events of a source that is no longer shown.
            current?.claim.release()
            claim = makeClaim(source)
        }
        let holder = claim.holder()
        current = (source, claim, holder)
        switch (before, holder) {
        case (.elsewhere, .here): say("now sending web hooks (took over from another program)")
        case (nil, .elsewhere(let process)):
            let name = process.map { "another program (process \($0))" } ?? "another program"
            say("\(name) sends the web hooks; this program takes over when it ends")
        default: break
        }
        return holder == .here
    }
}

/// Decides which of several programs sends to the web hooks of a source, so that a change is reported once.
///
/// The program with the lock of a file sends, and the others only follow the events. The system releases the lock when
/// that program ends in any way, and the next program with something to report takes it. If no lock is possible, every
/// program sends, because twice is better than never.
package struct HookClaim: Sendable {
    /// The program that sends.
    package enum Holder: Sendable, Hashable {
        case here
        /// Another program, with the ID of its process if it is known.
        case elsewhere(process: Int32?)
    }

    private let path: String
    private var lock: OpenFile?

    /// - Parameters:
    ///   - folder: the folder for lock files, which is created if it is missing.
    ///   - project: the path of the project file.
    ///   - source: the name of the source.
    ///   - hooks: the web hooks. Programs whose environments give other hooks do not exclude each other.
    package init(folder: String, project: String, source: String?, hooks: [WebHook]) {
        // An address may be a secret, so that only a hash of it is part of a name.
        let addresses = hooks.map(\.url.absoluteString).sorted().joined(separator: "\n")
        let name =
            PathText.stateName(of: "\(project)#\(source ?? "")") + "-" + ContentHash(addresses.utf8).text
        path = PathText.join(folder, name + ".lock")
    }

    /// Returns the program that sends: this one, unless another has the lock.
    package mutating func holder() -> Holder {
        guard lock == nil else { return .here }
        guard (try? Folders.make(PathText.folder(of: path), for: path, .ownerOnly)) != nil else {
            return .here
        }
        // A program started from here, such as an editor, must not inherit the lock.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return .here }
        let file = OpenFile(descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            return errno == EWOULDBLOCK ? .elsewhere(process: file.number) : .here
        }
        file.number = getpid()
        lock = file
        return .here
    }

    /// Lets other programs send.
    package mutating func release() {
        lock?.number = nil
        lock = nil
    }
}

/// A file that is open until its last user releases it.
private final class OpenFile: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // A program that is just being started may still share the file, and would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The number in the file.
    var number: Int32? {
        get {
            var bytes = [UInt8](repeating: 0, count: 20)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            return Int32(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0.isNumber })
        }
        set {
            let bytes = Array((newValue.map { "\($0)\n" } ?? "").utf8)
            ftruncate(descriptor, 0)
            _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        }
    }
}
