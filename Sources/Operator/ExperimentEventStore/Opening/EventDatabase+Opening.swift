import ExperimentEvents
import ExperimentsSupport
import Foundation
import GRDB

/// Looking needs no permission to write.
extension EventDatabase {
    /// Returns whether this user may store events in a database.
    package static func canStore(at path: String) -> Bool {
        access(path, W_OK) == 0 && canWrite(beside: path)
    }

    /// Opens a database for reading. A database of an older version is upgraded first.
    ///
    /// - Parameter canWriteBeside: whether files can be created next to the database. SQLite creates them even to read,
    ///   unless the database is opened as one that no program changes.
    /// - Throws: `EventStoreProblem`, for example if there is no database.
    package static func openForReading(
        _ path: String, watcher: any FileWatcher = .system,
        canWriteBeside: (_ path: String) -> Bool = { EventDatabase.canWrite(beside: $0) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> EventDatabase {
        try checkPresence(of: path)
        guard FileStatus(of: path) != nil else {
            throw EventStoreProblem(
                path, "no events yet",
                advice: "serve the project to apps, or use `experiments events import FILE`", isMissing: true)
        }
        do {
            let address = isClosed(path) && !canWriteBeside(path) ? unchangingAddress(of: path) : path
            let queue = try DatabaseQueue(path: address, configuration: configuration(readonly: true))
            let version = try queue.read { db in try EventSchema.check(db, at: path) }
            guard version > 0 else { throw EventStoreProblem(path, "no events yet", isMissing: true) }
            if version < EventSchema.version { _ = try open(path) }
            // Reading needs no naming of units.
            return EventDatabase(
                path: path, naming: UnitNaming(key: []), database: queue, watcher: watcher,
                isForReading: true, now: now
            )
        } catch {
            let problem = EventStoreProblem(path, error)
            guard problem.needsWriting, !isClosed(path) else { throw problem }
            throw EventStoreProblem(
                path, "the latest events cannot be read without permission to write in this folder",
                advice: "copy the folder and read the copy, or get permission to write in it")
        }
    }

    /// Returns whether files can be created in the folder of a database.
    package static func canWrite(beside path: String) -> Bool { access(PathText.folder(of: path), W_OK) == 0 }

    /// Returns whether a database is contained in its file alone, because every program that used it closed it.
    private static func isClosed(_ path: String) -> Bool {
        let log = FileStatus(of: changingPath(of: path))
        return log.map { $0.size == 0 } ?? true
    }

    /// Returns the address with which SQLite reads a file that nobody changes.
    private static func unchangingAddress(of path: String) -> String {
        let encoded = path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") }
        return "file:\(encoded)?immutable=1"
    }
}
