import Foundation

/// What another process takes of this machine, as Linux tells it.
struct MeasuredProcess {
    let id: Int32

    /// The memory that it holds, in bytes.
    func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
            throw BenchmarkProblem("no VmRSS in /proc")
        }
        return kilobytes * 1024
    }

    /// The time of a processor that it has taken since it began, to a hundredth of a second.
    func processorTime() throws -> Duration {
        let text = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        // The name, in brackets, may hold blanks.
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        guard fields.count > 12, let user = Int(fields[12]), let system = Int(fields[13]) else {
            throw BenchmarkProblem("no times in /proc")
        }
        return .milliseconds((user + system) * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    }
}
