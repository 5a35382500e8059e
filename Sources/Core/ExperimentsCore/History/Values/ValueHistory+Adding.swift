import Foundation

extension ValueHistory {
    /// Adds what a source holds, if it differs from what it held last. Call it while the lock of the log is held.
    ///
    /// - Parameter moment: the fetch that found it.
    /// - Throws: `FileProblem`. What is kept is then unchanged.
    func add(_ snapshot: Snapshot, _ moment: ValueMoment) throws(FileProblem) {
        let segments = segments
        guard let content = KeptContent(snapshot) else { return }
        guard let last = segments.last else { return try begin(content, moment, after: nil) }
        let kept = try last.read()
        var replay = ValueReplay()
        for line in kept.lines { replay.apply(line) }
        if let latest = kept.lines.last, latest.moment.at >= moment.at { return }
        let changes = content.changes(from: replay.texts)
        guard !changes.isEmpty || kept.lines.isEmpty else { return }
        let line = ValueLine(moment, number: kept.lines.count, .changes(changes)).bytes
        let room = max(kept.wholeBytes, Self.smallestLimit)
        guard kept.isComplete, kept.lines.count < Self.lineLimit, kept.bytes - kept.wholeBytes + line.count <= room
        else {
            try begin(content, moment, after: last)
            return prune(segments, at: moment.at)
        }
        try append((kept.endsWithLine ? [] : [UInt8(ascii: "\n")]) + line, to: last.path)
    }

    private func begin(_ content: KeptContent, _ moment: ValueMoment, after last: ValueSegment?) throws(FileProblem) {
        // Segments stay in order even if the clock was set back.
        let start = max(ValueSegment.milliseconds(moment.at), last.map { $0.start + 1 } ?? .min)
        try AtomicFile.write(
            ValueLine(moment, number: 0, .whole(content.texts)).bytes,
            to: ValueSegment(start: start, in: folder).path, permissions: .ownerOnly, limit: Self.readLimit)
    }

    /// Writes in one call, so that no reader sees half a line, unless the program is killed during the call.
    private func append(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let descriptor = try PlainFile.open(path, O_WRONLY | O_APPEND)
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw FileProblem(path: path, doing: "write", code: errno)
        }
    }

    /// Removes the oldest of the segments before the newest.
    private func prune(_ older: [ValueSegment], at now: Date) {
        let oldest = ValueSegment.milliseconds(now) - Int64(Self.ageLimit.inSeconds * 1000)
        var room = sizeLimit - (segments.last?.size ?? 0)
        var end = ValueSegment.milliseconds(now)
        for segment in older.reversed() {
            room -= segment.size
            // A segment was in use until the next one began, so its age counts from then.
            if room < 0 || end < oldest { unlink(segment.path) }
            end = segment.start
        }
    }
}
