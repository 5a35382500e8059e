import CZlib

/// Reads what gzip wrote (RFC 1952), with the system's zlib.
package enum Gzip {
    /// Why bytes can't be unpacked.
    package enum Problem: Error {
        case invalid
        case tooLarge
    }

    /// Whether `bytes` begin as a gzip file does. Some clients announce one and send plain text, so only this counts.
    package static func isGzip(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
    }

    /// Returns the content of a gzip file: of all its members, one after the other.
    ///
    /// - Parameter limit: the largest size of the content in bytes. No more is ever in memory, whatever the size of the
    ///   unpacked file.
    package static func content(of bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
        guard let size = UInt32(exactly: bytes.count) else { throw .tooLarge }
        var bytes = bytes
        var content: [UInt8] = []
        let result = bytes.withUnsafeMutableBufferPointer { input in
            inflate(input, size, into: &content, limit: limit)
        }
        switch result {
        case .success: return content
        case .failure(let problem): throw problem
        }
    }

    private static func inflate(
        _ input: UnsafeMutableBufferPointer<UInt8>, _ size: UInt32, into content: inout [UInt8], limit: Int
    ) -> Result<Void, Problem> {
        var stream = z_stream()
        stream.next_in = input.baseAddress
        stream.avail_in = size
        guard inflateInit2_(&stream, gzipOnly, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return .failure(.invalid)
        }
        defer { inflateEnd(&stream) }
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        while true {
            let status = chunk.withUnsafeMutableBufferPointer { output in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return CZlib.inflate(&stream, Z_NO_FLUSH)
            }
            content.append(contentsOf: chunk.prefix(chunk.count - Int(stream.avail_out)))
            guard content.count <= limit else { return .failure(.tooLarge) }
            if status == Z_STREAM_END {
                if stream.avail_in == 0 { return .success(()) }
                // A file that was compressed in parts, or joined with `cat`, continues with another member.
                guard inflateReset(&stream) == Z_OK else { return .failure(.invalid) }
                continue
            }
            // Room for output is left, but nothing more came: the file is cut short.
            guard status == Z_OK, stream.avail_out == 0 || stream.avail_in > 0 else { return .failure(.invalid) }
        }
    }

    private static let chunkSize = 1 << 16
    /// The largest window (15), and gzip's head and checksum instead of zlib's (16), as zlib's manual has it.
    private static let gzipOnly: Int32 = 15 + 16
}
