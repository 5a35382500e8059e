import ExperimentsCore
import Foundation

/// The history of the values of a source: every change with its values. It remains after the programs that fetched them
/// have ended.
///
/// It is a folder of segments. Each segment is a file whose first line has all values, and whose other lines have the
/// changes of each later fetch. Lines are only ever added. When the changes take as much room as the values, a new
/// segment begins, so that the values at any moment are found by reading one file of limited length. The oldest
/// segments are removed when the total size exceeds ``sizeLimit``, or when they are older than ``ageLimit``. Values may
/// be secrets, so only the user can read the files.
package struct ValueHistory: Sendable, Hashable {
    /// The size, in bytes, beyond which old segments are removed. The newest segment always stays.
    package static let sizeLimit = 16 << 20
    /// How long values are stored.
    package static let ageLimit: Duration = .seconds(366 * 86400)
    /// The largest number of lines in a segment.
    static let lineLimit = 1000
    /// The room, in bytes, that changes may always take, however small the values are.
    static let smallestLimit = 64 << 10
    /// The largest segment that is read: all values, including JSON escapes, and as much again for the changes.
    static let readLimit = 8 * KeptContent.sizeLimit

    /// The folder, which need not exist yet.
    package let folder: String
    let sizeLimit: Int

    /// - Parameter sizeLimit: the size, in bytes, beyond which old segments are removed.
    package init(folder: String, sizeLimit: Int = sizeLimit) {
        (self.folder, self.sizeLimit) = (folder, sizeLimit)
    }

    /// The segments, oldest first; an empty array if nothing is stored yet.
    var segments: [ValueSegment] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { ValueSegment(named: $0, in: folder) }.sorted { $0.start < $1.start }
    }

    /// Whether the history is empty.
    package var isEmpty: Bool { segments.isEmpty }

    /// The values of a source at a moment, and the moment since which it had them.
    package struct Content: Sendable {
        /// The moment at which the values became these.
        package let moment: ValueMoment
        /// The values, by name.
        package let texts: ExactDictionary<KeptText>

        /// The values as a snapshot of the source.
        package var snapshot: Snapshot {
            Snapshot(
                entries: texts.mapValues { Snapshot.Entry(text: $0.text) }, version: moment.version,
                fetchedAt: moment.at, notes: moment.notes)
        }
    }

    /// Returns the content of the source at `date`; nil if the history does not reach back that far.
    ///
    /// - Throws: `FileProblem` if it cannot be read.
    package func content(at date: Date) throws(FileProblem) -> Content? {
        let time = ValueSegment.milliseconds(date)
        // The order of writing counts: a clock that was ahead for a while leaves times that are later than the next ones.
        for segment in segments.reversed() {
            let lines = try segment.read().lines
            guard let last = lines.lastIndex(where: { ValueSegment.milliseconds($0.moment.at) <= time })
            else {
                continue
            }
            var replay = ValueReplay()
            for line in lines[...last] { replay.apply(line) }
            return Content(moment: lines[last].moment, texts: replay.texts)
        }
        return nil
    }

    /// Returns the first stored moment; nil if there is none.
    ///
    /// - Throws: `FileProblem` if it cannot be read.
    package func oldest() throws(FileProblem) -> ValueMoment? {
        for segment in segments {
            if let line = try segment.read().lines.first { return line.moment }
        }
        return nil
    }

    /// Visits everything that is stored, oldest first.
    ///
    /// - Parameters:
    ///   - start: the time from which changes are visited; nil for all of them.
    ///   - visit: called for each moment with its changes, and all values after it.
    /// - Throws: `FileProblem` if something cannot be read.
    package func replay(
        since start: Date? = nil,
        _ visit: (ValueMoment, ValueReplay.Change, ExactDictionary<KeptText>) -> Void
    ) throws(FileProblem) {
        var replay = ValueReplay()
        let segments = segments
        let first = start.map(ValueSegment.milliseconds).flatMap { time in
            segments.lastIndex { $0.start <= time }
        }
        for segment in segments[(first ?? 0)...] {
            for line in try segment.read().lines {
                let change = replay.apply(line)
                visit(line.moment, change, replay.texts)
            }
        }
    }
}

/// The values of a history while its lines are read one after the other.
package struct ValueReplay: Sendable {
    /// The changes of a moment.
    package enum Change: Sendable {
        /// The first stored moment; earlier values are unknown.
        case first
        /// The value of each changed name before the change; nil if the name did not exist.
        case changes(before: ExactDictionary<KeptText?>)
    }

    /// The values after the last line.
    private(set) var texts: ExactDictionary<KeptText> = [:]
    private var hasBegun = false

    @discardableResult
    mutating func apply(_ line: ValueLine) -> Change {
        defer { hasBegun = true }
        switch line.values {
        case .whole(let whole):
            let old = texts
            texts = whole
            guard hasBegun else { return .first }
            var before: ExactDictionary<KeptText?> = [:]
            for (name, text) in whole where old[name].map(text.isSame) != true {
                before[name] = .some(old[name])
            }
            for (name, text) in old where whole[name] == nil { before[name] = .some(text) }
            return .changes(before: before)
        case .changes(let changes):
            var before: ExactDictionary<KeptText?> = [:]
            for (name, text) in changes {
                before[name] = .some(texts[name])
                texts[name] = text
            }
            return .changes(before: before)
        }
    }
}

extension ValueHistory {
    /// Adds the values of a source, if they differ from the last ones. Call it while the lock of the log is held.
    ///
    /// - Parameters:
    ///   - moment: the fetch that found it.
    ///   - now: the time. Stored times after it are those of a clock that was ahead.
    /// - Throws: `FileProblem`. In that case, the history has not changed.
    func add(_ content: KeptContent, _ moment: ValueMoment, at now: Date = .distantFuture) throws(FileProblem)
    {
        let segments = segments
        guard let last = segments.last else { return try begin(content, moment, after: nil) }
        let kept = try last.read()
        var replay = ValueReplay()
        for line in kept.lines { replay.apply(line) }
        if let latest = kept.lines.last, latest.moment.at >= moment.at, latest.moment.at <= now { return }
        let changes = content.changes(from: replay.texts)
        guard !changes.isEmpty || kept.lines.isEmpty else { return }
        let line = ValueLine(moment, number: kept.lines.count, .changes(changes)).bytes
        let room = max(kept.wholeBytes, Self.smallestLimit)
        guard kept.isComplete, kept.lines.count < Self.lineLimit,
            kept.bytes - kept.wholeBytes + line.count <= room
        else {
            try begin(content, moment, after: last)
            return prune(segments, at: moment.at)
        }
        try append((kept.endsWithLine ? [] : [UInt8(ascii: "\n")]) + line, to: last.path)
    }

    private func begin(_ content: KeptContent, _ moment: ValueMoment, after last: ValueSegment?)
        throws(FileProblem)
    {
        // Segments stay in order even if the clock was set back.
        let start = max(ValueSegment.milliseconds(moment.at), last.map { $0.start + 1 } ?? .min)
        try AtomicFile.write(
            ValueLine(moment, number: 0, .whole(content.texts)).bytes,
            to: ValueSegment(start: start, in: folder).path, permissions: .ownerOnly, limit: Self.readLimit)
    }

    /// Writes in one call, so that no reader sees half a line, unless the program is killed during the call.
    private func append(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let descriptor = try FileBytes.openFile(path, O_WRONLY | O_APPEND)
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
