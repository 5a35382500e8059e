import Foundation
import Testing

/// Lets only a few tests run at a time: twice as many as there are processors.
///
/// Otherwise all of them would start at the same time, and each step of a test would wait until thousands of others have
/// made theirs: minutes, where few processors run all tests. Each suite says `.inTurn`, or `.fewAtATime` if its tests
/// start programs.
public struct InTurn: TestTrait, SuiteTrait, TestScoping {
    private static let permits = Permits(2 * max(2, ProcessInfo.processInfo.activeProcessorCount))

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.permits.take()
        let result: Result<Void, any Error>
        do {
            result = .success(try await function())
        } catch {
            result = .failure(error)
        }
        await Self.permits.give()
        try result.get()
    }
}

extension Trait where Self == InTurn {
    /// For suites whose tests start no programs.
    public static var inTurn: Self { Self() }
}
