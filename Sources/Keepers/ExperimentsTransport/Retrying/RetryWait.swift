import Foundation

/// Computes the wait after failures before a server is asked again that itself says how long to wait.
///
/// - The wait is never shorter than the server asks for.
/// - It is at least a second, doubled by each failure in a row, whatever the server asks for, so that a faulty or
///   hostile server cannot make its clients send requests without a pause.
/// - It is lengthened at random, so that clients that were refused together do not all return at once.
package enum RetryWait {
    /// The shortest wait after the first failure, in seconds.
    package static let shortest: TimeInterval = 1
    /// The most seconds by which a wait is lengthened at random.
    package static let mostSpread: TimeInterval = 60

    /// Returns the seconds to wait.
    ///
    /// - Parameters:
    ///   - asked: the seconds that the server asks for.
    ///   - failures: the number of failures in a row, including this one.
    ///   - longest: the largest number of seconds that doubling leads to.
    ///   - fraction: a random number from 0 up to 1.
    package static func seconds(
        asked: TimeInterval, failures: Int, longest: TimeInterval, fraction: Double
    ) -> TimeInterval {
        let doubled = shortest * exp2(Double(min(max(failures - 1, 0), 30)))
        let wait = max(asked, min(doubled, max(longest, shortest)))
        return wait + min(max(wait / 10, shortest), mostSpread) * fraction
    }

    /// Returns the wait before a request that failed with a server error (5xx) is sent once more: half a second to one
    /// and a half.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    package static func beforeSecondTry(fraction: Double) -> Duration {
        .seconds(shortest * (0.5 + fraction))
    }
}
