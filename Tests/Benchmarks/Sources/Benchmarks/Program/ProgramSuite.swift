import Foundation

/// The program itself on a pseudo-terminal, beside programs that people know.
struct ProgramSuite: BenchmarkSuite {
    let title = "Program, on a terminal of 120x40"
    private static let rounds = 15
    private static let idleSeconds = 20

    func rows() async throws -> [BenchmarkRow] {
        guard let program = ProcessInfo.processInfo.environment["EXPERIMENTS_BINARY"] else {
            throw BenchmarkProblem("EXPERIMENTS_BINARY names no program; `make bench` sets it")
        }
        let small = try SampleProject(count: 3_000)
        let large = try SampleProject(count: 100_000)
        let ours = Contender(
            "experiments, 3000 keys", [program], marker: small.lastValueOnScreen, folder: small.folder)
        let others = [
            Contender("tig", ["tig"], marker: "main", folder: FileManager.default.currentDirectoryPath),
            Contender("htop", ["htop"], marker: "F10", folder: "/"),
        ].filter(\.isInstalled)
        return try startRows([ours] + others, warm: true) + startRows([ours] + others, warm: false)
            + ScreenTraffic(program, small).rows() + idleRows([ours] + others.filter { $0.name == "htop" })
            + [
                memoryRow("resident, 3000 keys", ours).within(Budget.usualMemory),
                memoryRow(
                    "resident, 100000 keys",
                    Contender("", [program], marker: large.lastValueOnScreen, folder: large.folder)
                ).within(Budget.largeMemory),
            ]
    }

    /// All programs in turn, round by round, so that the machine's moods meet all alike.
    private func startRows(_ contenders: [Contender], warm: Bool) throws -> [BenchmarkRow] {
        guard warm || PageCache.canBeDropped else { return [] }
        var times = [[Duration]](repeating: [], count: contenders.count)
        for _ in 0..<Self.rounds {
            for (index, contender) in contenders.enumerated() {
                if !warm { PageCache.drop() }
                times[index].append(try contender.timeToFirstFrame())
            }
        }
        let medians = times.map { $0.sorted()[Self.rounds / 2] }
        return zip(contenders, zip(medians, times)).enumerated().map { index, measured in
            let (contender, (median, all)) = measured
            let row = BenchmarkRow(
                name: "first frame, \(warm ? "warm" : "cold"): \(contender.name)", value: .time(median),
                tail: all.max().map(Quantity.time))
            return warm && index == 0 ? row.within(Budget.firstFrame) : row
        }
    }

    private func idleRows(_ contenders: [Contender]) throws -> [BenchmarkRow] {
        try contenders.enumerated().flatMap { index, contender in
            let process = try contender.started()
            process.drain(for: 3)
            let (ticks, switches) = (
                try process.processorTicks(), try process.status("voluntary_ctxt_switches")
            )
            process.drain(for: Self.idleSeconds)
            let percent = Double(try process.processorTicks() - ticks) / Double(Self.idleSeconds)
            let wakes =
                Double(try process.status("voluntary_ctxt_switches") - switches) / Double(Self.idleSeconds)
            return [
                BenchmarkRow(
                    name: "idle, processor: \(contender.name)", value: .percent(percent),
                    goal: index == 0 ? .percent(0.1) : nil),
                BenchmarkRow(
                    name: "idle, wake-ups a second: \(contender.name)", value: .count(wakes),
                    goal: index == 0 ? .count(1.1) : nil),
            ]
        }
    }

    private func memoryRow(_ name: String, _ contender: Contender) throws -> BenchmarkRow {
        let process = try contender.started()
        process.drain(for: 3)
        return BenchmarkRow(name: name, value: .bytes(try process.status("VmRSS") * 1024))
    }
}

/// A program to be started, and how to tell that its first screen is complete.
private struct Contender {
    let name: String
    let command: [String]
    let marker: String
    let folder: String

    init(_ name: String, _ command: [String], marker: String, folder: String) {
        (self.name, self.command, self.marker, self.folder) = (name, command, marker, folder)
    }

    var isInstalled: Bool {
        ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/\(command[0])", X_OK) == 0 }
    }

    func started() throws -> TerminalProcess {
        let process = try TerminalProcess(command, in: folder)
        try process.wait(for: marker)
        return process
    }

    func timeToFirstFrame() throws -> Duration {
        let start = ContinuousClock.now
        let process = try started()
        return withExtendedLifetime(process) { start.duration(to: .now) }
    }
}

/// The kernel's cache of files, which makes every start but the first a warm one.
private enum PageCache {
    private static let control = "/proc/sys/vm/drop_caches"

    static var canBeDropped: Bool { access(control, W_OK) == 0 }

    static func drop() {
        sync()
        try? "3".write(toFile: control, atomically: false, encoding: .utf8)
    }
}
