import ExperimentsSupport
import GRDB

/// Why events could not be read or stored. Nothing that was stored before is touched by any of it.
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

    /// What SQLite said, in words for whoever has to do something about it.
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
                ("another program has held the events for too long", "wait until it has finished, and try again")
            case .SQLITE_FULL:
                (
                    "no space is left on the disk; nothing of the latest batch was stored",
                    "free some space and try again"
                )
            case .SQLITE_READONLY:
                ("the events may not be written", "check the permissions of the file and its folder")
            case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN:
                ("the events cannot be opened", "check the permissions of the file and its folder")
            case .SQLITE_NOTADB:
                ("the file is no database of events", "move it away; a new one is made by the next event")
            case .SQLITE_CORRUPT:
                (
                    "the database of events is damaged",
                    "keep a copy, try 'sqlite3 \(PathText.name(of: path)) .recover', or move it away for a new one"
                )
            case .SQLITE_IOERR:
                ("the disk does not take or give the events", "see whether it is full or failing")
            default: ("the events cannot be used: \(error.message ?? "error \(error.resultCode.rawValue)")", nil)
            }
        self.init(path, message, advice: advice)
    }
}
