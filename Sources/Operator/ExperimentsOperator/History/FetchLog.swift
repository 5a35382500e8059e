import ExperimentsCore
import Foundation

/// The log of a source's fetches with news: those that brought different values than the fetch before, failed, or
/// succeeded again after a failure. It remains after the programs that made the fetches have ended.
///
/// The log is a file of JSON lines. Several programs may add to it at the same time. Long values are cut. When the file
/// grows beyond ``sizeLimit``, its older part is removed. Only the user can read it. The values after each fetch are in
/// ``values``. A fetch is compared with the latest of them, so that a change from a time without a running program is
/// noticed once.
package struct FetchLog: Sendable, Hashable {
    /// The largest number of fetches that are read.
    package static let fetchLimit = 1000
    /// The size, in bytes, beyond which older fetches are removed.
    package static let sizeLimit = 1 << 20
    /// The maximum size of a file of fetches to read: what remains after the older part was removed, and one more
    /// fetch.
    static let readLimit = 4 * sizeLimit

    /// The path of the file, which need not exist yet.
    package let path: String
    /// The history of the values themselves, as they were after each of the fetches.
    package let values: ValueHistory
    let program: String?

    /// - Parameters:
    ///   - path: the path without its extension, `.jsonl`. The folder is created if it is missing.
    ///   - program: the name under which the log lists the program that adds fetches.
    package init(path: String, program: String? = nil) {
        self.path = path + ".jsonl"
        values = ValueHistory(folder: path + ".values")
        self.program = program
    }

    /// Returns the fetches, oldest first, numbered so that the last one has the number 0. Returns an empty array if
    /// there is no file.
    ///
    /// - Throws: `FileProblem` if the file cannot be read. Lines that are not log entries are skipped.
    package func read() throws(FileProblem) -> [LoggedFetch] {
        let lines = try content().split(separator: UInt8(ascii: "\n")).suffix(Self.fetchLimit)
        return lines.enumerated().compactMap { LoggedFetch(line: $1, number: $0 + 1 - lines.count) }
    }

    func content() throws(FileProblem) -> [UInt8] {
        try FileBytes.readIfPresent(path, limit: Self.readLimit) ?? []
    }

    /// Returns the changes since any program last added a fetch; nil if nothing was known before.
    package func differenceFromKnown(_ snapshot: Snapshot) -> SnapshotDifference? {
        known.flatMap { KeptContent(snapshot)?.difference(from: $0) }
    }

    /// The time at which the last known values were last found unchanged; nil if nothing is known.
    package var confirmedAt: Date? {
        var status = stat()
        guard let path = values.segments.last?.path, stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    }

    /// The last known values; nil if there are none.
    private var known: ExactDictionary<KeptText>? { (try? values.content(at: .distantFuture))?.texts }

    /// Adds the latest fetch of a program, if it has news.
    ///
    /// - Parameters:
    ///   - history: the fetches of the program. If the latest one is like the one before, nothing is added.
    ///   - snapshot: the values of the source after the latest fetch.
    ///   - now: the time. Stored times after it are those of a clock that was ahead, and say nothing.
    /// - Throws: `FileProblem`. In that case, the log has not changed.
    package func addLatest(
        of history: FetchHistory, _ snapshot: Snapshot, at now: Date = Date()
    ) throws(FileProblem) {
        guard let record = history.last else { return }
        // Most fetches of a dashboard bring nothing new, so they are filtered out first.
        if let previous = history.records.dropLast().last, record.difference.isEmpty,
            record.failure?.summary == previous.failure?.summary
        {
            if record.failure == nil { confirm(at: record.startedAt) }
            return
        }
        let result: Result<Void, FileProblem>
        do {
            result = try FileLock.whileHeld(guarding: path, patience: .seconds(2)) {
                add(record, snapshot, at: now)
            }
        } catch {
            throw error as? FileProblem ?? FileProblem(path: path, message: "\(error)")
        }
        try result.get()
    }

    private func add(
        _ record: FetchRecord, _ snapshot: Snapshot, at now: Date
    ) -> Result<Void, FileProblem> {
        do throws(FileProblem) {
            let bytes = try content()
            let last = Self.last(in: bytes)
            if record.failure != nil {
                guard last?.failure?.summary != record.failure.map({ KeptText.cut($0.summary) }) else {
                    return .success(())
                }
                try append(record.replacing(.none), to: bytes)
                return .success(())
            }
            // Another program may have fetched in the meantime, and added its record.
            if let last, last.startedAt > record.startedAt, last.startedAt <= now { return .success(()) }
            let kept = KeptContent(snapshot)
            let difference = known.flatMap { kept?.difference(from: $0) } ?? record.difference
            // If the values cannot be stored, the record of the fetch is still useful.
            if let kept { try? values.add(kept, moment(of: record, snapshot), at: now) }
            if !difference.isEmpty || last == nil || last?.failure != nil {
                try append(record.replacing(difference.limited(to: FetchHistory.changeLimit)), to: bytes)
            }
            if kept != nil { confirm(at: record.startedAt) }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func moment(of record: FetchRecord, _ snapshot: Snapshot) -> ValueMoment {
        ValueMoment(
            at: record.startedAt, unchangedUntil: confirmedAt, version: record.version ?? snapshot.version,
            notes: snapshot.notes, program: program)
    }

    /// Notes that the latest stored values were still the same at this time. The modification time of their file records
    /// it.
    private func confirm(at date: Date) {
        guard let path = values.segments.last?.path else { return }
        let seconds = date.timeIntervalSince1970
        let whole = seconds.rounded(.down)
        let time = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1_000_000_000))
        _ = utimensat(AT_FDCWD, path, [time, time], 0)
    }

    private static func last(in bytes: [UInt8]) -> FetchRecord? {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).reversed()
        return lines.lazy.compactMap { LoggedFetch(line: $0, number: 0)?.record }.first
    }

    private func append(_ record: FetchRecord, to bytes: [UInt8]) throws(FileProblem) {
        var line = LoggedFetch(record, program: program).line
        if line.count > Self.sizeLimit {
            // Names of keys are not cut, so very long ones would push everything else out of the file.
            line = LoggedFetch(record.replacing(.none), program: program).line
        }
        // Ends a line that a killed program left half written.
        let start = bytes.last.map { $0 == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")] } ?? []
        guard bytes.count + line.count > Self.sizeLimit else { return try write(start + line) }
        // Cut to three quarters of the limit, so that this is seldom necessary.
        let kept = bytes.suffix(Self.sizeLimit * 3 / 4).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        try AtomicFile.write(
            Array(kept) + start + line, to: path, permissions: .ownerOnly, limit: Self.readLimit)
    }

    /// Adds to the file in one call, so that no reader sees half a line.
    private func write(_ bytes: [UInt8]) throws(FileProblem) {
        let descriptor = try FileBytes.openFile(path, O_WRONLY | O_APPEND | O_CREAT)
        defer { close(descriptor) }
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw FileProblem(path: path, doing: "write", code: errno)
        }
    }
}
