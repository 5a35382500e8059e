import ExperimentEvents
import ExperimentsLocks
import ExperimentsSupport
import Foundation
import GRDB

/// The events of a project in an SQLite file: `.experiments/events.sqlite`.
///
/// Several programs may write and read at the same time. A batch is stored completely or not at all, even if the
/// program is killed; totals change in the same transaction.
package final class EventDatabase: EventStore, Sendable {
    /// How long single events are stored, unless a project defines another time. They are needed for exposures that
    /// arrive late.
    package static let usualKeeping: Duration = .seconds(30 * 86_400)
    /// The maximum time, in seconds, to wait for another program that writes.
    private static let patience: TimeInterval = 10

    /// The path of the file.
    package let path: String
    let naming: UnitNaming
    let now: @Sendable () -> Date
    let database: any DatabaseWriter
    /// The last read definitions, by their revision.
    let definitions = Mutex<(revision: Int, definitions: EventDefinitions)>((-1, EventDefinitions()))
    /// The time when old events were last removed, or the database was opened.
    let maintained: Mutex<Date>
    /// The watcher of the file; nil for a database in memory.
    let watcher: (any FileWatcher)?
    /// Whether it was opened for reading, so that looks at the results are not stored.
    let isForReading: Bool

    init(
        path: String, naming: UnitNaming, database: any DatabaseWriter, watcher: (any FileWatcher)?,
        isForReading: Bool = false, now: @escaping @Sendable () -> Date
    ) {
        self.path = path
        self.naming = naming
        self.database = database
        self.watcher = watcher
        self.isForReading = isForReading
        self.now = now
        maintained = Mutex(now())
    }

    /// Opens a database for storing events. Creates it if it does not exist.
    ///
    /// - Throws: `EventStoreProblem`; `FileProblem` if the folder cannot be created, or the key of the units is wrong.
    package static func open(
        _ path: String, watcher: any FileWatcher = .system, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> EventDatabase {
        try Folders.make(PathText.folder(of: path), for: path, .ownerOnly)
        try Folders.hidePrivateFiles(in: PathText.folder(of: path), hasEvents: true)
        let isNew = FileStatus(of: path) == nil
        let naming = try UnitKeyFile(beside: path).naming(isNew: isNew)
        do {
            if isNew { makeEmptyFile(at: path) }
            let pool = try DatabasePool(path: path, configuration: configuration(readonly: false))
            let database = EventDatabase(
                path: path, naming: naming, database: pool, watcher: watcher, now: now)
            try pool.write(database.prepare)
            try database.recoverImports()
            return database
        } catch {
            throw EventStoreProblem(path, error)
        }
    }

    /// Opens a database in memory: an empty one, or a copy of a file, to find out what storing events would do. The file
    /// is not written or created.
    ///
    /// - Throws: `EventStoreProblem`; `FileProblem` if the key of the units is wrong.
    package static func openInMemory(
        copying path: String? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> EventDatabase {
        let original = path.flatMap { FileStatus(of: $0) == nil ? nil : $0 }
        let path = path ?? ":memory:"
        // In a database that does not exist, no unit is known under any key.
        let naming =
            try original.map { try UnitKeyFile(beside: $0).naming(isNew: false) }
            ?? UnitNaming(key: [UInt8](repeating: 0, count: 16))
        do {
            let queue = try DatabaseQueue(configuration: configuration(readonly: false))
            if let original {
                try DatabaseQueue(path: original, configuration: configuration(readonly: true)).backup(
                    to: queue)
            }
            let database = EventDatabase(path: path, naming: naming, database: queue, watcher: nil, now: now)
            try queue.write(database.prepare)
            return database
        } catch {
            throw EventStoreProblem(path, error)
        }
    }

    /// Checks that events that were stored are still there.
    ///
    /// - Throws: `EventStoreProblem` if the file is gone or empty, although there is a key for its units.
    package static func checkPresence(of path: String) throws {
        let key = UnitKeyFile(beside: path).path
        guard FileStatus(of: path).map({ $0.size == 0 }) ?? true, FileStatus(of: key) != nil else { return }
        throw EventStoreProblem(
            path, "the events are gone or empty, although there is a key for them",
            advice: "restore the file from a backup, or remove \(key) to start again")
    }

    static func configuration(readonly: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readonly
        configuration.busyMode = .timeout(patience)
        configuration.maximumReaderCount = 2
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            // After a power failure, the last batch may be lost, but the file is valid. A server answers an app after
            // the commit, and the app then deletes its events, so the commit must survive a power failure.
            if !readonly { try db.execute(sql: "PRAGMA synchronous = FULL") }
            // In units of 1,024 bytes: enough for a million units without using much of a dashboard's memory.
            try db.execute(sql: "PRAGMA cache_size = \(readonly ? -2000 : -32000)")
        }
        return configuration
    }

    /// Upgrades the tables to the current version.
    private func prepare(_ db: Database) throws {
        try EventSchema.migrate(db, at: path)
        try Self.check(naming, db, path: path)
        try countAgain(db)
        try countPhasesAgain(db)
    }

    /// Checks that the key for naming units is still the same.
    private static func check(_ naming: UnitNaming, _ db: Database, path: String) throws {
        let known = try String.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'key'")
        if known == nil {
            try db.execute(sql: "INSERT INTO meta VALUES ('key', ?)", arguments: [naming.fingerprint])
        } else if known != naming.fingerprint {
            throw EventStoreProblem(
                path, "the key in \(UnitKeyFile(beside: path).path) does not belong to these events",
                advice: UnitKeyFile.adviceOnKey)
        }
    }

    /// Returns the path of the file next to a database that changes with every change of the database.
    package static func changingPath(of path: String) -> String { path + "-wal" }

    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle {
        if let watcher { return watcher.watch(Self.changingPath(of: path), onChange: handler) }
        let observation = DatabaseRegionObservation(tracking: .fullDatabase)
            .start(in: database, onError: { _ in }, onChange: { _ in handler() })
        return ObservationHandle { observation.cancel() }
    }

    /// Runs `body`, and converts the errors of SQLite to problems with a clear message.
    func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as CancellationError {
            throw error
        } catch {
            // The definitions read in a failed transaction may not be stored.
            definitions.withLock { $0.revision = -1 }
            throw EventStoreProblem(path, error)
        }
    }
}

/// Creates a file that only its owner can read; SQLite gives the files next to it the same permissions. If that fails,
/// SQLite reports why.
private func makeEmptyFile(at path: String) {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
}

/// The reason why events could not be read or stored. Events stored before are not affected.
package struct EventStoreProblem: Error, Sendable, Hashable, OperatorError {
    /// The database's path.
    package let path: String
    package let message: String
    package let advice: String?
    /// Whether there is no database yet.
    package let isMissing: Bool

    init(_ path: String, _ message: String, advice: String? = nil, isMissing: Bool = false) {
        (self.path, self.message, self.advice, self.isMissing) = (path, message, advice, isMissing)
    }

    package var place: ErrorPlace? { ErrorPlace(file: path) }

    /// Whether the reason is a missing permission to write.
    private(set) var needsWriting = false

    /// The advice for another file at the database's path.
    static let adviceOnForeignFile = "move it away; a new one is created for the next event"

    /// Creates a problem from an SQLite error, in words for people.
    init(_ path: String, _ error: any Error) {
        switch error {
        case let problem as EventStoreProblem: self = problem
        case let error as DatabaseError: self.init(path, error)
        default: self.init(path, "cannot be used: \(error)")
        }
    }

    private init(_ path: String, _ error: DatabaseError) {
        let (message, advice): (String, String?) =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                ("another program is using the events", "wait until it has finished, and try again")
            case .SQLITE_FULL:
                (
                    "no space left on the disk; the latest batch was not stored",
                    "free some space and try again"
                )
            case .SQLITE_READONLY:
                ("no permission to write the events", "check the permissions of the file and its folder")
            case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN:
                ("the events cannot be opened", "check the permissions of the file and its folder")
            case .SQLITE_NOTADB:
                ("the file is not a database of events", Self.adviceOnForeignFile)
            case .SQLITE_CORRUPT:
                (
                    "the database of events is damaged",
                    "keep a copy, try `sqlite3 \(path) .recover | sqlite3 recovered.sqlite`, or move it away to start again"
                )
            case .SQLITE_IOERR:
                (
                    "the events cannot be read from or written to the disk",
                    "check whether the disk is full or failing"
                )
            default:
                ("the events cannot be used: \(error.message ?? "error \(error.resultCode.rawValue)")", nil)
            }
        self.init(path, message, advice: advice)
        needsWriting = [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
    }
}
