import Foundation

/// The log of those fetches of a source that say something new: they brought other values than the fetch before, or
/// they failed, or succeeded again after a failure. It outlives the programs that made the fetches.
///
/// The log is a file of JSON lines, to which several programs may add at once. Beside it lies a file with the values
/// that the source was last known to hold, so that a change that happened while no program ran is noticed, and noticed
/// once. Long values are cut. When the file grows beyond ``sizeLimit``, its older part is removed. Only the user can
/// read it. The values after each fetch are in ``values``, which is not read until it is needed.
package struct FetchLog: Sendable, Hashable {
    /// The largest number of fetches that are read.
    package static let fetchLimit = 1000
    /// The size, in bytes, beyond which older fetches are removed.
    package static let sizeLimit = 1 << 20
    /// The largest file of fetches that is read: what remains after the older part was removed, and one more fetch.
    static let readLimit = 4 * sizeLimit
    /// The largest file of known values that is read and written, including JSON escapes.
    static let valuesReadLimit = 2 * KnownValues.sizeLimit

    /// The path of the file, which need not exist yet.
    package let path: String
    /// The history of the values themselves, as they were after each of the fetches.
    package let values: ValueHistory
    let valuesPath: String
    let program: String?

    /// - Parameters:
    ///   - path: the path without its extension, `.jsonl`. The folder is created if it is missing.
    ///   - program: the name under which the log lists the program that adds fetches.
    package init(path: String, program: String? = nil) {
        self.path = path + ".jsonl"
        valuesPath = path + ".values.json"
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
        known.flatMap { KnownValues(snapshot)?.difference(from: $0) }
    }

    /// Returns everything that the source was last known to hold, whichever program fetched it, with the time of the
    /// last confirmation as its fetch time. Returns nil if nothing is known, or if there was too much to keep.
    package func lastKnown() -> Snapshot? {
        guard let confirmedAt, let entries = known?.entries else { return nil }
        let version = (try? read())?.last { $0.record.failure == nil }?.record.version
        return Snapshot(entries: entries, version: version, fetchedAt: confirmedAt)
    }

    /// The time at which the last known values were last found unchanged; nil if nothing is known.
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
