import Foundation

/// A folder of a test's own, removed with everything in it when the test lets go of it.
public final class TemporaryFolder: Sendable {
    /// The folder's path, with symbolic links resolved.
    public let path: String

    /// Makes an empty folder.
    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "experiments-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        // Foundation's way to resolve links leaves out the /private of Apple's systems, which is part of the real path.
        guard let resolved = realpath(url.path, nil) else { throw CocoaError(.fileNoSuchFile) }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit {
        // A test may have taken the right to write away from what it made.
        _ = try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in the folder; nothing is made there.
    public func path(_ name: String) -> String {
        path + "/" + name
    }

    /// Writes `text` to `name` in place, making the folders above it, and gives its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Data(text.utf8), to: name)
    }

    /// Writes `data` to `name` in place, making the folders above it, and gives its path.
    @discardableResult
    public func write(_ data: Data, to name: String) throws -> String {
        let file = path(name)
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try data.write(to: URL(fileURLWithPath: file))
        return file
    }

    /// The text of `name`.
    public func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
    }

    /// The names of what is in the folder, sorted.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
