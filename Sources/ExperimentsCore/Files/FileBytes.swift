import Foundation

/// Whole files, read with the system's own calls: a few microseconds, and errors with their reason.
public enum FileBytes {
    /// The content of the file at `path`.
    ///
    /// - Throws: `FileProblem`; one whose `isMissing` is true where there is no such file.
    public static func read(_ path: String, limit: Int = .max) throws(FileProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "open", code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileProblem(path: path, doing: "read", code: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw FileProblem(path: path, message: "is a directory, not a file", advice: "name a file")
        }
        var bytes: [UInt8] = []
        var wanted = max(Int(status.st_size) + 1, 4096)
        while true {
            guard bytes.count <= limit else { throw FileProblem(path: path, message: "is larger than \(limit) bytes") }
            let (chunk, code) = readChunk(descriptor, wanted)
            guard code == 0 else { throw FileProblem(path: path, doing: "read", code: code) }
            if chunk.isEmpty { return bytes }
            bytes = bytes.isEmpty ? chunk : bytes + chunk
            wanted = 65536
        }
    }

    private static func readChunk(_ descriptor: Int32, _ count: Int) -> (bytes: [UInt8], code: Int32) {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while true {
                let got = Foundation.read(descriptor, buffer.baseAddress, count)
                if got < 0 && errno == EINTR { continue }
                code = got < 0 ? errno : 0
                initialized = max(got, 0)
                return
            }
        }
        return (bytes, code)
    }
}
