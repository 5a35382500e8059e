#if EXPERIMENTS_THREAD_SANITIZER
@testable import ExperimentsCore

/// In builds for ThreadSanitizer the tests, too, use a lock that it understands.
typealias Mutex = BargingMutex
#endif
