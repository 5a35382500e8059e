import Foundation

/// The fetches that say something new about a source, kept beyond the programs that made them: those that brought other
/// values than the one before, and those that failed or succeeded again.
///
/// It is a file of JSON lines that several programs may add to at once, and beside it what the source was last known to
/// hold, so that a change between two programs is noticed as well, and once. Long values are cut. When the file grows
/// beyond ``sizeLimit``, its older part goes. Only the user can read it. What the values were lies in ``values``, which
/// nothing reads before it is asked for.
package struct FetchLog: Sendable, Hashable {
    /// The most fetches that are read.
    package static let fetchLimit = 1000
    /// The size, in bytes, beyond which older fetches are let go of.
    package static let sizeLimit = 1 << 20
    /// The largest file of fetches that is read: the older part, and one fetch more.
    static let readLimit = 4 * sizeLimit
    /// The largest file of known values that is read and written, escapes included.
    static let valuesReadLimit = 2 * KnownValues.sizeLimit

    /// The file's path. There need not be a file yet.
    package let path: String
    /// The values themselves, as they were after each of the fetches.
    package let values: ValueHistory
    let valuesPath: String
    let program: String?

    /// - Parameters:
    ///   - path: without its ending, `.jsonl`. The folder is made where it is missing.
    ///   - program: what the log calls the program that adds fetches.
    package init(path: String, program: String? = nil) {
        self.path = path + ".jsonl"
        valuesPath = path + ".values.json"
        values = ValueHistory(folder: path + ".values")
        self.program = program
    }

    /// The fetches, the oldest first, numbered up to 0; none where there is no file.
    ///
    /// - Throws: `FileProblem` where the file cannot be read. Lines that are none of a log are passed over.
    package func read() throws(FileProblem) -> [LoggedFetch] {
        let lines = try content().split(separator: UInt8(ascii: "\n")).suffix(Self.fetchLimit)
        return lines.enumerated().compactMap { LoggedFetch(line: $1, number: $0 + 1 - lines.count) }
    }

    func content() throws(FileProblem) -> [UInt8] {
        try FileBytes.readIfPresent(path, limit: Self.readLimit) ?? []
    }

    /// What is different from what any program knew when it last added a fetch; nil where nothing is known of before.
    package func differenceFromKnown(_ snapshot: Snapshot) -> SnapshotDifference? {
        known.flatMap { KnownValues(snapshot)?.difference(from: $0) }
    }

    /// All that a source was last known to hold, whichever program fetched it, as fetched when that was last confirmed;
    /// nil where that is not known, or was too much to be kept whole.
    package func lastKnown() -> Snapshot? {
        guard let confirmedAt, let entries = known?.entries else { return nil }
        let version = (try? read())?.last { $0.record.failure == nil }?.record.version
        return Snapshot(entries: entries, version: version, fetchedAt: confirmedAt)
    }

    /// When what was last known was last found to be so still; nil where nothing is known.
    package var confirmedAt: Date? {
        var status = stat()
        return stat(valuesPath, &status) == 0 ? Self.date(of: status) : nil
    }

    static func date(of status: stat) -> Date {
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    }

    var known: KnownValues? {
        (try? FileBytes.read(valuesPath, limit: Self.valuesReadLimit)).flatMap(KnownValues.init(parsing:))
    }
}
