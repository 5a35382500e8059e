#if canImport(FoundationNetworking)
import CCurlStream
import Synchronization

/// C's side of an exchange. It is used by one thread at a time, but may be cancelled from any.
struct CurlHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// A new one; nil where libcurl cannot be used.
    static func make() -> CurlHandle? { curl_stream_create().map(CurlHandle.init) }

    func free() { curl_stream_free(pointer) }
}

/// Handles that wait for their next exchange, each with a connection to the server of its last one.
final class CurlHandles: Sendable {
    /// How many are kept.
    private static let limit = 6

    private let idle = Mutex<[(server: String, handle: CurlHandle)]>([])

    deinit {
        idle.withLock { idle in
            for (_, handle) in idle { handle.free() }
        }
    }

    /// One that was connected to the server, or a new one; nil where libcurl cannot be used.
    func take(for server: String) -> CurlHandle? {
        let kept = idle.withLock { idle in
            // The one used last is the likeliest to be connected still.
            idle.lastIndex { $0.server == server }.map { idle.remove(at: $0).handle }
        }
        return kept ?? CurlHandle.make()
    }

    func keep(_ handle: CurlHandle, for server: String) {
        let surplus = idle.withLock { idle in
            idle.append((server, handle))
            return idle.count > Self.limit ? idle.removeFirst().handle : nil
        }
        surplus?.free()
    }
}
#endif
