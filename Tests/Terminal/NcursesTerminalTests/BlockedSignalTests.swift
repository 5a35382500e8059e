import CExperimentsNcurses
import Foundation
import TestSupport
import Testing

extension ScreenTests {
    @Suite("Signals that were blocked", .fewAtATime)
    struct BlockedSignals {
        /// The signals that the calling thread has blocked.
        private static func mask() -> sigset_t {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return mask
        }

        private static func isBlocked(_ signal: Int32) -> Bool {
            var mask = mask()
            return sigismember(&mask, signal) == 1
        }

        @Test(
            "Those that are caught arrive, whatever the parent had blocked, and are blocked again afterwards")
        func unblocked() async {
            let states = await withCheckedContinuation { continuation in
                // A thread of its own: masks belong to threads.
                Thread {
                    var blocked = sigset_t()
                    sigemptyset(&blocked)
                    for signal in [SIGTERM, SIGWINCH, SIGUSR1] { sigaddset(&blocked, signal) }
                    pthread_sigmask(SIG_BLOCK, &blocked, nil)
                    let pipe = cn_catch_signals()
                    let caught = [SIGTERM, SIGWINCH, SIGUSR1].map(Self.isBlocked)
                    pthread_kill(pthread_self(), SIGWINCH)
                    var byte: UInt8 = 0
                    let count = read(pipe, &byte, 1)
                    cn_release_signals()
                    let released = [SIGTERM, SIGWINCH, SIGUSR1].map(Self.isBlocked)
                    continuation.resume(returning: (caught, Int32(count == 1 ? byte : 0), released))
                }.start()
            }
            #expect(states.0 == [false, false, true])
            #expect(states.1 == SIGWINCH)
            #expect(states.2 == [true, true, true])
        }
    }
}
