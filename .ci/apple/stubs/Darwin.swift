// What the branches for Apple's systems use of the module Darwin, and the names it brings that are easily used twice.
// None of it works: it is there to be type-checked against.

public import Dispatch
@_exported import Glibc

// MacTypes.h: a public type of ours that is called so cannot be named wherever Darwin is imported.
public struct Point {}
public struct Rect {}
public struct Fixed {}
public struct Style {}
public struct ProcessSerialNumber {}
public struct VersRec {}
public struct NumVersion {}
public typealias Size = Int
public typealias Byte = UInt8
public typealias Ptr = UnsafeMutablePointer<Int8>
public typealias Handle = UnsafeMutablePointer<Ptr?>
public typealias OptionBits = UInt32
public typealias ItemCount = UInt
public typealias ByteCount = UInt
public typealias LangCode = Int16
public typealias RegionCode = Int16

// fcntl.h, sys/stat.h, pthread.h.
public let F_FULLFSYNC: Int32 = 51
public let O_EVTONLY: Int32 = 0x8000
public func pthread_self() -> OpaquePointer { absent() }
extension stat {
    public var st_mtimespec: timespec { absent() }
    public var st_ctimespec: timespec { absent() }
}

// sys/socket.h.
public let SO_NOSIGPIPE: Int32 = 0x1022

// spawn.h: what are structures elsewhere are pointers here, and begin as nil.
public typealias SpawnActions = posix_spawn_file_actions_t?
public typealias SpawnAttributes = posix_spawnattr_t?
@discardableResult
public func posix_spawn_file_actions_init(_: UnsafeMutablePointer<SpawnActions>) -> Int32 { absent() }
@discardableResult
public func posix_spawn_file_actions_destroy(_: UnsafeMutablePointer<SpawnActions>) -> Int32 { absent() }
@discardableResult
public func posix_spawn_file_actions_adddup2(_: UnsafeMutablePointer<SpawnActions>, _: Int32, _: Int32) -> Int32 {
    absent()
}
@discardableResult
public func posix_spawn_file_actions_addopen(
    _: UnsafeMutablePointer<SpawnActions>, _: Int32, _: UnsafePointer<CChar>, _: Int32, _: mode_t
) -> Int32 { absent() }
@discardableResult
public func posix_spawn_file_actions_addchdir_np(
    _: UnsafeMutablePointer<SpawnActions>, _: UnsafePointer<CChar>
) -> Int32 { absent() }
@discardableResult
public func posix_spawnattr_init(_: UnsafeMutablePointer<SpawnAttributes>) -> Int32 { absent() }
@discardableResult
public func posix_spawnattr_destroy(_: UnsafeMutablePointer<SpawnAttributes>) -> Int32 { absent() }
@discardableResult
public func posix_spawnattr_setflags(_: UnsafeMutablePointer<SpawnAttributes>, _: Int16) -> Int32 { absent() }
@discardableResult
public func posix_spawnattr_setsigdefault(
    _: UnsafeMutablePointer<SpawnAttributes>, _: UnsafePointer<sigset_t>
) -> Int32 { absent() }
@discardableResult
public func posix_spawnattr_setsigmask(
    _: UnsafeMutablePointer<SpawnAttributes>, _: UnsafePointer<sigset_t>
) -> Int32 { absent() }
public func posix_spawn(
    _: UnsafeMutablePointer<pid_t>, _: UnsafePointer<CChar>, _: UnsafePointer<SpawnActions>?,
    _: UnsafePointer<SpawnAttributes>?, _: UnsafePointer<UnsafeMutablePointer<CChar>?>,
    _: UnsafePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 { absent() }

// Dispatch's sources of file-system events, which it has on Apple's systems alone.
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {}
extension DispatchSource {
    public class func makeFileSystemObjectSource(
        fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceFileSystemObject { absent() }
}

private func absent() -> Never { fatalError("a stub") }
