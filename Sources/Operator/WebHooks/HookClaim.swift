import ExperimentsCore
import Foundation

/// Which of several programs tells the web hooks of a source, so that a change is told once.
///
/// The one that holds the lock of a file tells; the others only follow what happens. The system gives the lock back when
/// its holder ends, however that is, and the next that has something to tell takes it. Where no lock can be had at all,
/// everybody tells: twice is better than never.
package struct HookClaim: Sendable {
    /// Who tells.
    package enum Holder: Sendable, Hashable {
        case here
        /// Another program, by the number of its process where that is known.
        case elsewhere(process: Int32?)
    }

    private let path: String
    private var lock: OpenFile?

    /// - Parameters:
    ///   - folder: where such files are; made where it is missing.
    ///   - project: the path of the project file.
    ///   - source: the source that is told of, by name.
    ///   - hooks: who is told. Programs that tell others, because their environments name others, do not tell the same.
    package init(folder: String, project: String, source: String?, hooks: [WebHook]) {
        // An address may be a secret, so that only a hash of it is part of a name.
        let addresses = hooks.map(\.url.absoluteString).sorted().joined(separator: "\n")
        let name = PathText.stateName(of: "\(project)#\(source ?? "")") + "-" + ContentHash(addresses.utf8).text
        path = PathText.join(folder, name + ".lock")
    }

    /// Who tells from now on: this program, unless another does.
    package mutating func holder() -> Holder {
        guard lock == nil else { return .here }
        guard (try? AtomicFile.makeFolder(PathText.folder(of: path), for: path, .ownerOnly)) != nil else {
            return .here
        }
        // A program that is started from here, such as an editor, must not keep it.
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

    /// Lets others tell.
    package mutating func release() {
        lock?.number = nil
        lock = nil
    }
}

/// A file that is open until nobody needs it any more.
private final class OpenFile: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The number that the file holds.
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
