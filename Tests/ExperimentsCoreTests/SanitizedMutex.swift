#if EXPERIMENTS_THREAD_SANITIZER
import ExperimentsCore

/// A lock that ThreadSanitizer understands; see `BargingMutex`.
typealias Mutex = BargingMutex
#endif
