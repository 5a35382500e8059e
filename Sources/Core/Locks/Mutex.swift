// Whoever locks imports this module instead of `Synchronization`.
//
// ThreadSanitizer does not understand `Synchronization.Mutex` on Linux: a thread that had to wait for it is taken for one
// that did not, and races are reported where there are none. Under it, `Mutex` is a lock that it does understand.

#if EXPERIMENTS_THREAD_SANITIZER
@_exported import struct Synchronization.Atomic

package typealias Mutex = BargingMutex
#else
@_exported import Synchronization
#endif
