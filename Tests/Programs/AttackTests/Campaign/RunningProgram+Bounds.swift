import Foundation
import TestSupport

extension RunningProgram {
    /// The most memory that it had at once, in bytes; nil where it is over, or the system does not tell.
    var peakMemory: Int? {
        guard let text = FileManager.default.contents(atPath: "/proc/\(id)/status") else { return nil }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first {
            $0.hasPrefix("VmHWM:")
        }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
            .map {
                $0 << 10
            }
    }

    /// Throws, and ends it, where it takes more memory than `limit` bytes.
    func expectMemory(below limit: Int) throws {
        guard let peak = peakMemory, peak > limit else { return }
        send(SIGKILL)
        throw Broken("it took \(peak >> 20) MB of memory; \(limit >> 20) are plenty")
    }

    /// Waits until it ends, in time and with memory within `limit` bytes.
    func finished(memory limit: Int) async throws -> Finished {
        try await eventually("the program to end", within: .seconds(120)) {
            try expectMemory(below: limit)
            return status != nil
        }
        return try await finished()
    }
}

extension Finished {
    /// Throws where its exit status is none that the program documents: a trap, or a signal.
    func expectUsualStatus() throws {
        guard (0...2).contains(status) else { throw Broken("exit status \(status)\n\(self)") }
    }
}
