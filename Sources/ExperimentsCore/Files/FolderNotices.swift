import Dispatch
import Foundation

/// The one place that knows how each system tells of changes in a folder.
enum FolderNotices {
    #if canImport(Darwin)
    /// A source that fires when entries of `folder` come, go or are renamed; nil where it cannot be watched.
    static func source(for folder: String, queue: DispatchQueue) -> (any DispatchSourceProtocol)? {
        let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor, eventMask: [.write, .extend, .attrib, .delete, .rename], queue: queue)
        source.setCancelHandler { close(descriptor) }
        return source
    }

    /// Takes the waiting notices: whether the folder itself went away, and whether the file was surely touched.
    static func drain(_ source: any DispatchSourceProtocol, fileName: String) -> (folderMoved: Bool, touched: Bool) {
        guard let source = source as? any DispatchSourceFileSystemObject else { return (false, false) }
        return (!source.data.isDisjoint(with: [.delete, .rename]), false)
    }
    #else
    /// A source that fires when entries of `folder` change, come or go; nil where it cannot be watched.
    static func source(for folder: String, queue: DispatchQueue) -> (any DispatchSourceProtocol)? {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let events =
            IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
            | IN_DELETE_SELF | IN_MOVE_SELF
        guard inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
            close(descriptor)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setCancelHandler { close(descriptor) }
        return source
    }

    /// Takes the waiting notices: whether the folder itself went away, and whether the file was surely touched.
    static func drain(_ source: any DispatchSourceProtocol, fileName: String) -> (folderMoved: Bool, touched: Bool) {
        guard let source = source as? any DispatchSourceRead else { return (false, false) }
        let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)
        let header = MemoryLayout<inotify_event>.size
        var folderMoved = false
        var touched = false
        withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
            while true {
                let count = read(Int32(source.handle), buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let name = buffer[(offset + header)..<min(count, offset + header + Int(event.len))]
                    if event.mask & gone != 0 { folderMoved = true }
                    if name.prefix(while: { $0 != 0 }).elementsEqual(fileName.utf8) { touched = true }
                    offset += header + Int(event.len)
                }
            }
        }
        return (folderMoved, touched)
    }
    #endif
}
