import Foundation

/// How a warehouse counted the totals of an experiment.
package struct WarehouseCount: Sendable, Hashable {
    /// The statement in SQL that it answered.
    package var statement: String
    /// The name of its SQL.
    package var dialect: String
    /// The program that asked it, with its arguments.
    package var command: String
    /// The time of the question.
    package var askedAt: Date
    /// The time that the answer took, in seconds.
    package var seconds: Double
    /// The time for which the answer is used, in seconds.
    package var refresh: Double
    /// What the engine read for it, in the words of the program; nil if the program did not say it.
    package var reading: String?

    package init(
        statement: String, dialect: String, command: String, askedAt: Date, seconds: Double, refresh: Double,
        reading: String? = nil
    ) {
        self.statement = statement
        self.dialect = dialect
        self.command = command
        self.askedAt = askedAt
        self.seconds = seconds
        self.refresh = refresh
        self.reading = reading
    }
}
