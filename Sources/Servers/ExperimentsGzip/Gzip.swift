import CExperimentsZlib

/// Decompresses gzip files (RFC 1952) with the system's zlib.
package enum Gzip {
    /// The reason why bytes cannot be decompressed.
    package enum Problem: Error {
        case invalid
        case tooLarge
    }

    /// Returns whether `bytes` begin like a gzip file. Some clients announce one and send plain text, so only this
    /// counts.
    package static func isGzip(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
    }

    /// Returns the content of a gzip file, including all of its members.
    ///
    /// - Parameter limit: the maximum size of the content in bytes. No more is ever in memory, however large the
    ///   content is.
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
        guard inflateInit2_(&stream, gzipOnly, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            return .failure(.invalid)
        }
        defer { inflateEnd(&stream) }
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        while true {
            let status = chunk.withUnsafeMutableBufferPointer { output in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return CExperimentsZlib.inflate(&stream, Z_NO_FLUSH)
            }
            content.append(contentsOf: chunk.prefix(chunk.count - Int(stream.avail_out)))
            guard content.count <= limit else { return .failure(.tooLarge) }
            if status == Z_STREAM_END {
                // Tapes and block devices fill up the end with zeros, which gzip ignores, too.
                let rest = UnsafeBufferPointer(start: stream.next_in, count: Int(stream.avail_in))
                if rest.allSatisfy({ $0 == 0 }) { return .success(()) }
                // A file that was compressed in parts, or joined with `cat`, continues with another member.
                guard inflateReset(&stream) == Z_OK else { return .failure(.invalid) }
                continue
            }
            // If there is room for output but no more input, the file is cut off.
            guard status == Z_OK, stream.avail_out == 0 || stream.avail_in > 0 else {
                return .failure(.invalid)
            }
        }
    }

    private static let chunkSize = 1 << 16
    /// The largest window (15), plus 16 for gzip's header and checksum instead of zlib's, according to zlib's manual.
    private static let gzipOnly: Int32 = 15 + 16
}
