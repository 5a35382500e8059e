import Foundation

/// Writes whole texts to a file descriptor.
enum FileDescriptorOutput {
    /// Writes all of `text`, however many calls it takes; the system's error code, or 0.
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(descriptor, start + written, bytes.count - written)
                if count >= 0 {
                    written += count
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
