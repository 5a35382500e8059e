import Foundation

/// One value for each of a few lanes, so that threads that run at once mostly touch memory of their own.
///
/// A thread always has the same lane. Two threads may share one: a lane's value must be safe for that.
final class Lanes<Value: ~Copyable & Sendable>: Sendable {
    static var count: Int { 32 }

    private let boxes: [LaneBox<Value>]

    init(_ make: (Int) -> Value) {
        boxes = (0..<Self.count).map { LaneBox(make($0)) }
    }

    /// All lanes, in their order.
    var all: [LaneBox<Value>] { boxes }

    /// The lane of the calling thread.
    @inline(__always)
    var current: LaneBox<Value> {
        boxes[Int(truncatingIfNeeded: (LaneThread.id &* 0x9E37_79B9_7F4A_7C15) >> 59)]
    }
}

/// A value in a place of its own.
final class LaneBox<Value: ~Copyable & Sendable>: Sendable {
    let value: Value
    // Fills the rest of two cache lines: what neighbours write must not slow this lane down.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    private let morePadding: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init(_ value: consuming Value) {
        self.value = value
    }
}

/// What tells threads apart.
enum LaneThread {
    @inline(__always)
    static var id: UInt64 {
        #if canImport(Darwin) || canImport(Musl)
        UInt64(UInt(bitPattern: pthread_self()))
        #else
        UInt64(pthread_self())
        #endif
    }
}
