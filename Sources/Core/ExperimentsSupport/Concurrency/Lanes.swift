import Foundation

/// A value for each of several lanes, so that threads that run at the same time mostly use different memory.
///
/// A thread always has the same lane. Two threads may share one, so the value of a lane must be safe for that.
///
/// Inlinable, because calls into another module would cost as much as what is done with the value.
@usableFromInline
package struct Lanes<Value: ~Copyable & Sendable>: Sendable {
    /// All lanes, in order. Their number is a power of two, so that a lane is found without a division.
    @usableFromInline
    package let all: [LaneBox<Value>]

    /// Creates many more lanes than this machine has processors, so that two threads seldom share one.
    @inlinable
    package init(_ make: (Int) -> Value) {
        var count = 32
        while count < min(ProcessInfo.processInfo.activeProcessorCount * 4, 64) { count *= 2 }
        all = (0..<count).map { LaneBox(make($0)) }
    }

    /// The index of the calling thread's lane.
    @inlinable
    package var currentIndex: Int {
        #if canImport(Darwin) || canImport(Musl)
        let thread = UInt64(UInt(bitPattern: pthread_self()))
        #else
        let thread = UInt64(pthread_self())
        #endif
        return Int(truncatingIfNeeded: (thread &* 0x9E37_79B9_7F4A_7C15) >> 40) & (all.count &- 1)
    }

    /// The lane of the calling thread.
    @inlinable
    package var current: LaneBox<Value> { all[currentIndex] }
}

/// A value in a place of its own.
@usableFromInline
package final class LaneBox<Value: ~Copyable & Sendable>: Sendable {
    @usableFromInline
    package let value: Value
    // Fills the rest of two cache lines, so that writes to neighbouring lanes do not slow this one down.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    private let morePadding: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    @usableFromInline
    package init(_ value: consuming Value) {
        self.value = value
    }
}
