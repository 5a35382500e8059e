#if os(Linux)
import Foundation

/// A disk in memory with a little room, for tests of full and of read-only disks. Only root may have one.
public final class SmallDisk: Sendable {
    /// Where it is mounted.
    public let folder: TemporaryFolder

    /// Mounts a disk of 64 kB.
    public init() throws {
        folder = try TemporaryFolder()
        try Self.run("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.path])
    }

    deinit {
        try? Self.run("umount", [folder.path])
    }

    /// Has room for much more from here on.
    public func grow() throws {
        try Self.run("mount", ["-o", "remount,size=4m", folder.path])
    }

    /// Lets nobody write to it from here on.
    public func becomeReadOnly() throws {
        try Self.run("mount", ["-o", "remount,ro", folder.path])
    }

    /// Takes all room that is left.
    public func fill() throws {
        try folder.write("", to: "filler")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("filler")))
        defer { try? handle.close() }
        while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
    }

    /// Whether this process may mount a disk.
    public static let isAvailable: Bool = (try? SmallDisk()) != nil

    /// Why a test is skipped where it may not.
    public static let absence = "only root may mount the small disk that this needs"

    private static func run(_ program: String, _ arguments: [String]) throws {
        let child = try ChildProgram("/usr/bin/env", [program] + arguments)
        guard child.endBlocking() == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
#endif
