import FlyingSocks

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Lets a socket send at once.
///
/// Otherwise the system holds what is written to a stream back until the client has confirmed what came before, which
/// clients put off for up to 40 ms.
enum PromptSending {
    static func enable(on socket: Socket) {
        // Where it cannot be set, responses are slower and no less right.
        try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    }
}
