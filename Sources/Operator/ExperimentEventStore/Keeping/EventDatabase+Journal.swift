import ExperimentEvents
import Foundation
import GRDB

/// A change that somebody made to what was stored, for the log.
package struct StoreChange: Sendable, Hashable {
    /// When it was made.
    package var at: Date
    /// It in one sentence.
    package var text: String
    /// Who made it; nil if that is not known.
    package var author: String?
    /// The program with which it was made.
    package var program: String?

    package init(at: Date, text: String, author: String? = nil, program: String? = nil) {
        (self.at, self.text, self.author, self.program) = (at, text, author, program)
    }
}

extension EventDatabase {
    /// The changes that people made, the earliest first.
    package func changes() async throws -> [StoreChange] {
        try await reporting {
            try await database.read { db in
                try Row.fetchAll(db, sql: "SELECT at, text, author, program FROM journal ORDER BY number").map { row in
                    StoreChange(
                        at: Date(eventMilliseconds: row[0]), text: row[1], author: row[2], program: row[3])
                }
            }
        }
    }

    /// Notes a change in the transaction that makes it.
    func note(_ change: StoreChange, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO journal (at, text, author, program) VALUES (?, ?, ?, ?)",
            arguments: [change.at.eventMilliseconds, change.text, change.author, change.program])
    }
}
