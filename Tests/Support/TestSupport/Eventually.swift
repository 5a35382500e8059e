import Foundation

/// A condition that did not come true in time.
public struct DeadlineExpired: Error, CustomStringConvertible {
    /// What was waited for, and how long.
    public let description: String

    /// A condition that did not come true, in words that complete "waited for ...".
    public init(description: String) {
        self.description = description
    }
}

/// Waits until `condition` is true, looking every 5 ms.
///
/// - Parameters:
///   - what: what is waited for, in words that complete "waited for ...".
///   - limit: how long to wait at most. Generous, because it only costs time where a test fails: where all
///     tests run side by side, one may wait for minutes until it is its turn.
/// - Throws: `DeadlineExpired`, or what the condition throws.
public func eventually(
    _ what: String, within limit: Duration = .seconds(240), _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
        if try await condition() { return }
        guard clock.now < deadline else { throw DeadlineExpired(description: "waited \(limit) for \(what)") }
        try await clock.sleep(for: .milliseconds(5))
    }
}

/// Waits until `value` is not nil, looking every 5 ms, and gives it.
///
/// - Throws: `DeadlineExpired`, or what the closure throws.
public func eventually<Value>(
    _ what: String, within limit: Duration = .seconds(240), value: () async throws -> Value?
) async throws -> Value {
    var found: Value?
    try await eventually(what, within: limit) {
        found = try await value()
        return found != nil
    }
    guard let found else { throw DeadlineExpired(description: "waited for \(what)") }
    return found
}
