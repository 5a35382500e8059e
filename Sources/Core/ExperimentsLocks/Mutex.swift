// Code that uses locks imports this module instead of `Synchronization`.
//
// ThreadSanitizer does not understand `Synchronization.Mutex` on Linux: it treats a thread that had to wait like one
// that did not, and reports races that do not exist. In builds with ThreadSanitizer, `Mutex` is a lock that it
// understands.

#if EXPERIMENTS_THREAD_SANITIZER
@_exported import struct Synchronization.Atomic

package typealias Mutex = BargingMutex
#else
@_exported import Synchronization
#endif
