import Foundation

/// What a source held when, kept beyond the programs that fetched it: every change with its values.
///
/// A folder of segments: files that begin with all values and go on with what each later fetch changed. They are only
/// ever added to, one line each time; once the changes have taken as much room as the values, a new one is begun, so
/// that any moment is found by reading one file of bounded length. The oldest go when all together take more than
/// ``sizeLimit``, or are older than ``ageLimit``. Values may be secrets: only the user can read them.
package struct ValueHistory: Sendable, Hashable {
    /// How much is kept, in bytes. The newest segment is kept however large it is.
    package static let sizeLimit = 16 << 20
    /// How long values are kept.
    package static let ageLimit: Duration = .seconds(366 * 86400)
    /// The most lines of a segment.
    static let lineLimit = 1000
    /// Changes may take this much room, in bytes, however little the values take.
    static let smallestLimit = 64 << 10
    /// A segment is never larger: all values, escapes included, and as much again for the changes.
    static let readLimit = 8 * KeptContent.sizeLimit

    /// The folder, which need not be there yet.
    package let folder: String
    let sizeLimit: Int

    /// - Parameter sizeLimit: how much is kept, in bytes.
    package init(folder: String, sizeLimit: Int = sizeLimit) {
        (self.folder, self.sizeLimit) = (folder, sizeLimit)
    }

    /// The segments, the oldest first; none where nothing was kept yet.
    var segments: [ValueSegment] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { ValueSegment(named: $0, in: folder) }.sorted { $0.start < $1.start }
    }

    /// Whether nothing is kept.
    package var isEmpty: Bool { segments.isEmpty }

    /// What a source held at a moment, and since when.
    package struct Content: Sendable {
        /// The moment that brought it.
        package let moment: ValueMoment
        /// The values, by name.
        package let texts: [String: KeptText]

        /// As a source tells it.
        package var snapshot: Snapshot {
            Snapshot(
                entries: texts.mapValues { Snapshot.Entry(text: $0.text) }, version: moment.version,
                fetchedAt: moment.at, notes: moment.notes)
        }
    }

    /// What the source held at `date`; nil where nothing as old is kept.
    ///
    /// - Throws: `FileProblem` where it cannot be read.
    package func content(at date: Date) throws(FileProblem) -> Content? {
        let time = ValueSegment.milliseconds(date)
        for segment in segments.reversed() where segment.start <= time {
            var found: Content?
            var replay = ValueReplay()
            for line in try segment.read().lines where ValueSegment.milliseconds(line.moment.at) <= time {
                replay.apply(line)
                found = Content(moment: line.moment, texts: replay.texts)
            }
            if let found { return found }
        }
        return nil
    }

    /// The first moment that is kept; nil where none is.
    ///
    /// - Throws: `FileProblem` where it cannot be read.
    package func oldest() throws(FileProblem) -> ValueMoment? {
        for segment in segments {
            if let line = try segment.read().lines.first { return line.moment }
        }
        return nil
    }

    /// Goes through all that is kept, the oldest first.
    ///
    /// - Parameters:
    ///   - start: nothing that was over before is of interest; nil for all.
    ///   - visit: is given each moment with what it changed, and all values after it.
    /// - Throws: `FileProblem` where something cannot be read.
    package func replay(
        since start: Date? = nil, _ visit: (ValueMoment, ValueReplay.Change, [String: KeptText]) -> Void
    ) throws(FileProblem) {
        var replay = ValueReplay()
        let segments = segments
        let first = start.map(ValueSegment.milliseconds).flatMap { time in segments.lastIndex { $0.start <= time } }
        for segment in segments[(first ?? 0)...] {
            for line in try segment.read().lines {
                let change = replay.apply(line)
                visit(line.moment, change, replay.texts)
            }
        }
    }
}

/// Values that are followed from line to line.
package struct ValueReplay: Sendable {
    /// What a moment changed.
    package enum Change: Sendable {
        /// It is the first that is kept: of what was before it nothing is known.
        case first
        /// What each name held before; nil where it was not there.
        case changes(before: [String: KeptText?])
    }

    /// The values after the last line.
    private(set) var texts: [String: KeptText] = [:]
    private var hasBegun = false

    @discardableResult
    mutating func apply(_ line: ValueLine) -> Change {
        defer { hasBegun = true }
        switch line.values {
        case .whole(let whole):
            let old = texts
            texts = whole
            guard hasBegun else { return .first }
            var before: [String: KeptText?] = [:]
            for (name, text) in whole where old[name].map(text.isSame) != true { before[name] = .some(old[name]) }
            for (name, text) in old where whole[name] == nil { before[name] = .some(text) }
            return .changes(before: before)
        case .changes(let changes):
            var before: [String: KeptText?] = [:]
            for (name, text) in changes {
                before[name] = .some(texts[name])
                texts[name] = text
            }
            return .changes(before: before)
        }
    }
}
