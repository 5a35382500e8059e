import ExperimentsLocks
import Foundation
import Testing

/// A promise of the guide *Reliability* that a test checks: a line of the table that `make campaign` prints.
///
/// Each test says with `Promise.count` how often it did what might break the promise. In a campaign, tests do that far
/// more often than usual.
public struct Promise: TestTrait, TestScoping {
    private let text: String
    private let deed: String

    /// The file of the table: `EXPERIMENTS_CAMPAIGN`. nil unless this is a campaign.
    private static let table = ProcessInfo.processInfo.environment["EXPERIMENTS_CAMPAIGN"].flatMap {
        $0.isEmpty ? nil : $0
    }
    @TaskLocal private static var tally: Tally?

    fileprivate init(_ text: String, _ deed: String) { (self.text, self.deed) = (text, deed) }

    private final class Tally: Sendable {
        let state = Mutex<(count: Int, notes: [String], isBroken: Bool)>((0, [], false))
    }

    /// How often to do something: `usual` times, or `campaign` times in a campaign.
    public static func effort(_ usual: Int, campaign: Int) -> Int { table == nil ? usual : campaign }

    /// Adds to how often it was done.
    public static func count(_ number: Int = 1) { tally?.state.withLock { $0.count += number } }

    /// Adds a figure to the result, such as "slowest 0.4 s".
    public static func note(_ figure: String) { tally?.state.withLock { $0.notes.append(figure) } }

    /// One line for a test, also if it has several cases.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        Self.table != nil && testCase == nil && !test.isSuite ? self : nil
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let tally = Tally()
        let noticing = IssueHandlingTrait.compactMapIssues { issue in
            tally.state.withLock { $0.isBroken = true }
            return issue
        }
        defer { add(tally.state.withLock(\.self)) }
        try await Self.$tally.withValue(tally) {
            try await noticing.provideScope(for: test, testCase: testCase, performing: function)
        }
    }

    private func add(_ tally: (count: Int, notes: [String], isBroken: Bool)) {
        guard let table = Self.table, let file = fopen(table, "a") else { return }
        fseek(file, 0, SEEK_END)
        if ftell(file) == 0 { fputs(Self.line("promise", "what was done", "times", "result"), file) }
        let result = ([tally.isBroken ? "BROKEN" : "kept"] + tally.notes).joined(separator: ", ")
        fputs(Self.line(text, deed, String(tally.count), result), file)
        fclose(file)
    }

    private static func line(_ promise: String, _ deed: String, _ times: String, _ result: String) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return padded(promise, 57) + padded(deed, 54) + padded(times, 7) + result + "\n"
    }
}

extension Trait where Self == Promise {
    /// A promise, and what the test does to see that it is kept.
    public static func promise(_ text: String, _ deed: String) -> Self { Self(text, deed) }
}
