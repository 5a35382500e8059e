#if EXPERIMENTS_THREAD_SANITIZER
import ExperimentsCore

/// A lock that ThreadSanitizer understands, wherever this target says `Mutex`; see `BargingMutex`. Files that lock import
/// `ExperimentsCore` for its sake.
typealias Mutex = BargingMutex
#endif
