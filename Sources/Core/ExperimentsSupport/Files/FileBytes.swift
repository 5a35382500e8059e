import Foundation

/// Reads whole files with system calls, which take a few microseconds and give errors with their reason.
package enum FileBytes {
    /// The default limit, in bytes: one gigabyte.
    package static let usualLimit = 1 << 30

    /// Returns the content of the plain file at `path`.
    ///
    /// - Parameter limit: the largest size accepted, in bytes.
    /// - Throws: `FileProblem`, whose `isMissing` is true if there is no such file.
    package static func read(_ path: String, limit: Int = usualLimit) throws(FileProblem) -> [UInt8] {
        let descriptor = try FileBytes.openFile(path, O_RDONLY)
        defer { close(descriptor) }
        guard let status = FileStatus(of: descriptor) else {
            throw FileProblem(path: path, doing: "read", code: errno)
        }
        guard status.size <= limit else { throw tooLarge(path, limit) }
        var bytes: [UInt8] = []
        // One byte more than the size, so that the first call also finds the end of the file.
        var wanted = status.size + 1
        while true {
            let chunk = try readChunk(of: path, descriptor, wanted)
            if chunk.isEmpty { return bytes }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            guard bytes.count <= limit else { throw tooLarge(path, limit) }
            wanted = max(4096, status.size + 1 - bytes.count)
        }
    }

    /// Returns the content of the plain file at `path`. If it cannot be read, throws the error that `refusal` creates
    /// from the reason.
    package static func read<Refusal: Error>(
        _ path: String, limit: Int = usualLimit, refusal: (FileProblem) -> Refusal
    ) throws(Refusal) -> [UInt8] {
        do throws(FileProblem) {
            return try read(path, limit: limit)
        } catch {
            throw refusal(error)
        }
    }

    /// Reads `path` until its end and returns the content: that of a file, or of a pipe or a device such as
    /// `/dev/stdin`, regardless of how long that takes.
    ///
    /// - Parameters:
    ///   - path: the path; `-` for standard input.
    ///   - limit: the largest size accepted, in bytes.
    /// - Throws: `FileProblem`, whose `isMissing` is true if there is no such file.
    package static func readToEnd(_ path: String, limit: Int = usualLimit) throws(FileProblem) -> [UInt8] {
        // If standard input is a socket, it can only be duplicated, not opened again.
        let isInput = path == "-" || path == "/dev/stdin"
        let descriptor = isInput ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw FileProblem(path: path, doing: "open", code: code, isMissing: code == ENOENT)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let chunk = try readChunk(of: path, descriptor, 1 << 20)
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else { throw tooLarge(path, limit) }
        }
    }

    /// Returns the content of the plain file at `path`, as ``read(_:limit:)`` does; nil if there is no such file.
    package static func readIfPresent(_ path: String, limit: Int = usualLimit) throws(FileProblem) -> [UInt8]?
    {
        do throws(FileProblem) {
            return try read(path, limit: limit)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    private static func tooLarge(_ path: String, _ limit: Int) -> FileProblem {
        FileProblem(path: path, message: "is larger than \(limit) bytes", advice: "use another file")
    }

    private static func readChunk(of path: String, _ descriptor: Int32, _ count: Int) throws(FileProblem)
        -> [UInt8]
    {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while true {
                let got = Foundation.read(descriptor, buffer.baseAddress, count)
                if got < 0 && errno == EINTR { continue }
                if got < 0 && errno == EAGAIN {
                    // Standard input may be one that a shell or a program left non-blocking.
                    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    if poll(&wait, 1, -1) >= 0 { continue }
                }
                code = got < 0 ? errno : 0
                initialized = max(got, 0)
                return
            }
        }
        guard code == 0 else { throw FileProblem(path: path, doing: "read", code: code) }
        return bytes
    }
}

/// Opens only plain files. Opening a pipe instead would wait, perhaps forever, until another process opens its other
/// end.
extension FileBytes {
    /// Opens the file at `path` without waiting.
    ///
    /// - Parameters:
    ///   - flags: the flags of the system call `open`. Symbolic links are followed unless the flags say otherwise.
    ///   - permissions: the permissions of a file that is created.
    ///   - named: the path that an error shows, if it is not this one.
    package static func openFile(
        _ path: String, _ flags: Int32, permissions: mode_t = 0o600, naming named: String? = nil
    ) throws(FileProblem) -> Int32 {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC | O_NONBLOCK, permissions)
        guard descriptor >= 0 else {
            let code = errno
            // The system's messages for opening a pipe without a reader, or a socket, do not mention either.
            if code != ENOENT { try FileStatus(of: path)?.requirePlainFile(path, besides: named) }
            let what = named == nil ? "open" : "open \(PathText.name(of: path)) beside it"
            throw FileProblem(
                path: named ?? path, doing: what, code: code, isMissing: named == nil && code == ENOENT)
        }
        do throws(FileProblem) {
            guard let status = FileStatus(of: descriptor) else {
                throw FileProblem(path: named ?? path, doing: "open", code: errno)
            }
            try status.requirePlainFile(path, besides: named)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }
}
