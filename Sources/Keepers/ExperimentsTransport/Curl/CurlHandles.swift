#if os(Linux)
import CCurlStream
import Locks

/// A `curl_stream` of `CCurlStream`. Unchecked, because it is used by one thread at a time; only cancelling is allowed on
/// any.
struct CurlHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Makes a handle; nil if libcurl cannot be used.
    static func make() -> CurlHandle? { curl_stream_create().map(CurlHandle.init) }

    func free() { curl_stream_free(pointer) }
}

/// Keeps handles for later exchanges, each with the connection to the server of its last one.
final class CurlHandles: Sendable {
    /// The most handles that are kept: as many connections as browsers open to one host.
    private static let limit = 6

    private let idle = Mutex<[(server: String, handle: CurlHandle)]>([])

    deinit {
        idle.withLock { idle in
            for (_, handle) in idle { handle.free() }
        }
    }

    /// Takes out a handle that was connected to the server, or makes one; nil if libcurl cannot be used.
    func take(for server: String) -> CurlHandle? {
        let kept = idle.withLock { idle in
            // The one that was used last is the most likely to be still connected.
            idle.lastIndex { $0.server == server }.map { idle.remove(at: $0).handle }
        }
        return kept ?? CurlHandle.make()
    }

    /// Puts a handle back; where there are too many then, the one that was not used for longest is freed.
    func keep(_ handle: CurlHandle, for server: String) {
        let surplus = idle.withLock { idle in
            idle.append((server, handle))
            return idle.count > Self.limit ? idle.removeFirst().handle : nil
        }
        surplus?.free()
    }
}
#endif
