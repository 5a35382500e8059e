// Code that uses locks imports this module instead of `Synchronization`.
//
// Apple's systems have that module since iOS 18 and macOS 15, and apps run on older ones. So on these systems, `Mutex` and
// `Atomic` are those of this module.
//
// ThreadSanitizer does not understand `Synchronization.Mutex` on Linux: it treats a thread that had to wait like one
// that did not, and reports races that do not exist. In builds with ThreadSanitizer, `Mutex` is a lock that it
// understands.

#if canImport(Darwin)
package typealias Mutex = BargingMutex
package typealias Atomic = AtomicWord
#elseif EXPERIMENTS_THREAD_SANITIZER
@_exported import struct Synchronization.Atomic

package typealias Mutex = BargingMutex
#else
@_exported import Synchronization
#endif
