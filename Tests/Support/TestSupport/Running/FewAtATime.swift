import Foundation
import Testing

/// Lets only a few of the tests that start programs run at a time: as many as there are processors. Hundreds of programs at
/// once would take longer than any test waits. Each of these tests has a thread of its own, so that it may block it.
///
/// The time limit of a test includes its turn to wait, which lasts for minutes where all tests run in parallel. So limits are
/// there for tests that never end, and are much longer than any test takes.
public struct FewAtATime: TestTrait, SuiteTrait, TestScoping {
    private static let permits = Permits(max(2, ProcessInfo.processInfo.activeProcessorCount))

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.permits.take()
        let result: Result<Void, any Error>
        do {
            result = .success(try await Self.run(function))
        } catch {
            result = .failure(error)
        }
        await Self.permits.give()
        try result.get()
    }

    /// Runs a test on a thread of its own, on systems that can.
    private static func run(_ function: @Sendable () async throws -> Void) async throws {
        guard #available(macOS 15, *) else { return try await function() }
        let thread = TestThread()
        defer { thread.end() }
        try await withTaskExecutorPreference(thread) { try await function() }
    }
}

extension Trait where Self == FewAtATime {
    /// For suites whose tests start programs.
    public static var fewAtATime: Self { Self() }
}
