#if EXPERIMENTS_THREAD_SANITIZER
import Experiments

/// A lock that ThreadSanitizer understands, wherever this target says `Mutex`; see `BargingMutex`.
typealias Mutex = BargingMutex
#endif
