import ExperimentsCore

@testable import ExperimentsEtcdClient

/// Writes numbers one after the other, each exactly once, whatever becomes of the members.
struct Counting {
    /// What the writing met.
    struct Record: Sendable {
        var unknown = 0
        var conflicts = 0
        var failures = 0
        var longestStop = Duration.zero
    }

    static let head: EtcdKey = "count/head"

    let client: EtcdClient

    /// Writes until it is told to end.
    ///
    /// - Returns: how many numbers were written.
    func run(until isOver: @Sendable () -> Bool) async throws -> (count: Int, record: Record) {
        var record = Record()
        var count = 0
        var last = ContinuousClock.now
        while !isOver() {
            let written = try await write(count, &record)
            guard written else { continue }
            count += 1
            record.longestStop = max(record.longestStop, ContinuousClock.now - last)
            last = .now
        }
        return (count, record)
    }

    /// Writes a number, and finds out what came of it where that is not known. False where it was not written.
    private func write(_ number: Int, _ record: inout Record) async throws -> Bool {
        let name = String(100_000 + number)
        do {
            let head = try await client.ask(EtcdRead(.key(Self.head)))
            let change = EtcdChange(
                mark: EtcdKey("count/mark/" + name),
                if: [.wasChanged(Self.head, at: head.entries.first?.modRevision ?? 0)],
                operations: [
                    .put(EtcdPut(Self.head, Array(String(number + 1).utf8))),
                    .put(EtcdPut(EtcdKey("count/item/" + name), [])),
                ])
            switch try await client.change(change) {
            case .known(.made): return true
            case .known(.conflict): record.conflicts += 1
            case .unknown:
                record.unknown += 1
                // The members answer again once this does; then nothing of it is under way any more.
                return try await !client.ask(EtcdRead(.key(change.mark))).entries.isEmpty
            }
        } catch is EtcdError {
            record.failures += 1
        }
        return false
    }
}
