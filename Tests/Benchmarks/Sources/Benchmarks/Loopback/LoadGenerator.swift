import Foundation
import Synchronization

/// Clients that ask a server on this machine for the same again and again, on connections that stay open.
struct LoadGenerator {
    /// The port.
    let port: UInt16
    /// How many clients ask at a time.
    let connections: Int

    /// How many answers came.
    struct Count {
        let answers: Int
        let time: Duration

        /// How many came in a second.
        var rate: Double {
            Double(answers) / (Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
        }
    }

    /// Asks for so long. Threads of their own, because their calls wait.
    ///
    /// - Parameter end: how every answer ends.
    func run(_ request: [UInt8], end: [UInt8], for time: Duration) throws -> Count {
        let count = Mutex(0)
        let problem = Mutex<(any Error)?>(nil)
        let start = ContinuousClock.now
        let done = DispatchGroup()
        for _ in 0..<connections {
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                do {
                    let connection = try LoopbackConnection(port: port)
                    var own = 0
                    while start.duration(to: .now) < time {
                        _ = try connection.exchange(request, end: end)
                        own += 1
                    }
                    count.withLock { $0 += own }
                } catch {
                    problem.withLock { $0 = error }
                }
            }
        }
        done.wait()
        if let problem = problem.withLock({ $0 }) { throw problem }
        return Count(answers: count.withLock { $0 }, time: start.duration(to: .now))
    }
}
