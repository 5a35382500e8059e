#if !canImport(Darwin)
import Dispatch
import Foundation

/// The notices of inotify along one route, with one descriptor for all.
final class WatchSource {
    private let source: any DispatchSourceRead
    private var names: [Int32: Set<String>] = [:]
    private let fileWatch: Int32?

    /// Returns nil if the system sends no notices, because of a limit or because a folder may not be read.
    init?(route: WatchRoute, queue: DispatchQueue, handler: @escaping @Sendable (WatchNotice) -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        for (folder, names) in route.entries {
            let watch = inotify_add_watch(descriptor, folder, Self.entryEvents | UInt32(IN_ONLYDIR))
            guard watch >= 0 else {
                close(descriptor)
                return nil
            }
            self.names[watch, default: []].formUnion(names)
        }
        // Only notices about the folder itself are requested, so that activity in folders on the route wakes nothing.
        for folder in route.folders {
            _ = inotify_add_watch(
                descriptor, folder, UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR | IN_MASK_ADD))
        }
        // Also notices writes through another name of the same file.
        let watch = route.file.map {
            inotify_add_watch(descriptor, $0, Self.fileEvents | UInt32(IN_MASK_ADD))
        }
        fileWatch = watch == -1 ? nil : watch
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler { [weak self] in
            guard let notice = self?.drain(descriptor), !notice.isEmpty else { return }
            handler(notice)
        }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    private static let entryEvents = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
            | IN_MOVE_SELF
            | IN_DELETE_SELF)

    private static let fileEvents = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)

    private func drain(_ descriptor: Int32) -> WatchNotice {
        let header = MemoryLayout<inotify_event>.size
        var notice: WatchNotice = []
        withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = min(count, offset + header + Int(event.len))
                    let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
                    notice.formUnion(meaning(of: event, name: String(decoding: name, as: UTF8.self)))
                    offset = end
                }
            }
        }
        return notice
    }

    private func meaning(of event: inotify_event, name: String) -> WatchNotice {
        let mask = Int32(bitPattern: event.mask)
        // After an overflow, anything may have happened.
        if mask & Int32(IN_Q_OVERFLOW) != 0 { return [.wayChanged, .written] }
        if mask & Int32(IN_MOVE_SELF | IN_DELETE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 { return .wayChanged }
        guard event.wd == fileWatch || names[event.wd]?.contains(name) == true else { return [] }
        if mask & Int32(IN_CREATE) != 0 { return [.wayChanged, .beingWritten] }
        if mask & Int32(IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO) != 0 { return [.wayChanged, .written] }
        if mask & Int32(IN_CLOSE_WRITE | IN_ATTRIB) != 0 { return .written }
        return mask & Int32(IN_MODIFY) != 0 ? .beingWritten : []
    }
}
#endif
