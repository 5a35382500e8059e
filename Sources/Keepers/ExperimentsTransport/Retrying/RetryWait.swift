import Foundation

/// How long a server that failed is left alone where it says itself how long it wants to be.
///
/// Never shorter than it asks. Never shorter than a second either, doubled by each failure in a row, whatever it asks: a
/// server that is confused, or means harm, must not be able to make its clients ask without pause. And never the same
/// for all, so that clients that were refused together do not come back together.
package enum RetryWait {
    /// The shortest wait after the first failure.
    package static let shortest: TimeInterval = 1
    /// The most by which a wait is made longer by chance.
    package static let mostSpread: TimeInterval = 60

    /// The seconds to wait.
    ///
    /// - Parameters:
    ///   - asked: what the server asks for, in seconds.
    ///   - failures: how many failures in a row there were, this one included.
    ///   - longest: what doubling leads to at most.
    ///   - fraction: a random number from 0 up to 1.
    package static func seconds(
        asked: TimeInterval, failures: Int, longest: TimeInterval, fraction: Double
    ) -> TimeInterval {
        let doubled = shortest * exp2(Double(min(max(failures - 1, 0), 30)))
        let wait = max(asked, min(doubled, max(longest, shortest)))
        return wait + min(max(wait / 10, shortest), mostSpread) * fraction
    }

    /// How long to wait before a server that stumbled (5xx) is asked once more for the same thing.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    package static func beforeSecondTry(fraction: Double) -> Duration {
        .seconds(shortest * (0.5 + fraction))
    }
}
