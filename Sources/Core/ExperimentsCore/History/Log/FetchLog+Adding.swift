import Foundation

extension FetchLog {
    /// Adds the latest fetch of a program, if it says something new.
    ///
    /// - Parameters:
    ///   - history: the program's fetches; nothing is added where the latest is like the one before.
    ///   - snapshot: what the source held after it.
    /// - Throws: `FileProblem`; the log is then as it was.
    package func addLatest(of history: FetchHistory, _ snapshot: Snapshot) throws(FileProblem) {
        guard let record = history.last else { return }
        // Most fetches of a dashboard bring nothing, and need not be looked at further.
        if let previous = history.records.dropLast().last, record.difference.isEmpty,
            record.failure?.summary == previous.failure?.summary
        {
            if record.failure == nil { confirm(at: record.startedAt) }
            return
        }
        let result: Result<Void, FileProblem>
        do {
            result = try FileLock.whileHeld(guarding: path, patience: .seconds(2)) { add(record, snapshot) }
        } catch {
            throw error as? FileProblem ?? FileProblem(path: path, message: "\(error)")
        }
        try result.get()
    }

    private func add(_ record: FetchRecord, _ snapshot: Snapshot) -> Result<Void, FileProblem> {
        do throws(FileProblem) {
            let bytes = try content()
            let last = Self.last(in: bytes)
            if record.failure != nil {
                guard last?.failure?.summary != record.failure.map({ CutText.of($0.summary) }) else {
                    return .success(())
                }
                try append(record.replacing(.none), to: bytes)
                return .success(())
            }
            // Another program may have fetched since, and added what it found.
            if let last, last.startedAt > record.startedAt { return .success(()) }
            let values = KnownValues(snapshot)
            let known = values == nil ? nil : known
            let isKept = values != nil && values == known && !self.values.isEmpty
            // Where the values cannot be kept, that the fetch was made is worth keeping all the same.
            if !isKept { try? self.values.add(snapshot, moment(of: record, snapshot)) }
            let difference = known.flatMap { values?.difference(from: $0) } ?? record.difference
            if !difference.isEmpty || last == nil || last?.failure != nil {
                try append(record.replacing(difference.limited(to: FetchHistory.changeLimit)), to: bytes)
            }
            if values == nil || values != known { try keep(values) }
            confirm(at: record.startedAt)
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

    /// What is kept was still so at this time: the file's own time says when.
    private func confirm(at date: Date) {
        let seconds = date.timeIntervalSince1970
        let whole = seconds.rounded(.down)
        let time = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1_000_000_000))
        _ = utimensat(AT_FDCWD, valuesPath, [time, time], 0)
    }

    private func keep(_ values: KnownValues?) throws(FileProblem) {
        guard let bytes = values?.documentBytes, bytes.count <= Self.valuesReadLimit else {
            // What is there would be taken for what was known last.
            unlink(valuesPath)
            return
        }
        try AtomicFile.write(bytes, to: valuesPath, permissions: .ownerOnly, limit: Self.valuesReadLimit)
    }

    private static func last(in bytes: [UInt8]) -> FetchRecord? {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).reversed()
        return lines.lazy.compactMap { LoggedFetch(line: $0, number: 0)?.record }.first
    }

    private func append(_ record: FetchRecord, to bytes: [UInt8]) throws(FileProblem) {
        var line = LoggedFetch(record, program: program).line
        if line.count > Self.sizeLimit {
            // Names of keys are not cut; ones of megabytes would push everything else out.
            line = LoggedFetch(record.replacing(.none), program: program).line
        }
        // A line that a killed program left half written ends here.
        let start = bytes.last.map { $0 == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")] } ?? []
        guard bytes.count + line.count > Self.sizeLimit else { return try write(start + line) }
        // Down to three quarters, so that this is seldom done.
        let kept = bytes.suffix(Self.sizeLimit * 3 / 4).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        try AtomicFile.write(
            Array(kept) + start + line, to: path, permissions: .ownerOnly, limit: Self.readLimit)
    }

    /// Adds to the file in one call, so that no reader sees half a line.
    private func write(_ bytes: [UInt8]) throws(FileProblem) {
        let descriptor = try PlainFile.open(path, O_WRONLY | O_APPEND | O_CREAT)
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw FileProblem(path: path, doing: "write", code: errno) }
    }
}
