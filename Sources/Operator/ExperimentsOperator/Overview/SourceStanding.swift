import ExperimentsCore
import Foundation

/// How a source stands: what is known of it, in a row of an overview of several.
package struct SourceStanding: Sendable, Hashable {
    /// What a project file calls it.
    package let name: String
    /// What people call it.
    package let title: String
    /// What its values are for, for example `production`.
    package let environment: String?
    /// Which kind of source it is, as in a project file; nil if that is not known.
    package let kind: String?
    /// What it holds; nil until something is known.
    package private(set) var content: Content?
    /// Whether it announces its changes.
    package private(set) var liveStatus = LiveStatus.off
    /// How asking it goes.
    package private(set) var asking = Asking.not
    /// Whether it is watched, and updates are held back.
    package private(set) var isPaused = false

    /// What a source holds, in numbers.
    package struct Content: Sendable, Hashable {
        /// How many keys are declared.
        package let keys: Int
        package let missing: Int
        package let incorrect: Int
        /// How many of the values are overridden.
        package let overrides: Int
        /// When the values were fetched; nil for what never was.
        package let fetchedAt: Date?

        /// The numbers of a report.
        ///
        /// - Parameter fetchedAt: when the source was last found to hold this, where the report does not know.
        package init(_ report: Report, fetchedAt: Date? = nil) {
            keys = report.declaredCount
            missing = report.counts[.missing]
            incorrect = report.counts[.incorrect]
            overrides = report.counts[.override]
            self.fetchedAt = [fetchedAt, report.fetchedAt, report.snapshot.fetchedAt].compactMap(\.self).max()
        }
    }

    /// How asking a source goes.
    package enum Asking: Sendable, Hashable {
        case not
        case underway
        case answered
        case failed(String)
    }

    /// A source of which nothing is known yet.
    package init(name: String, title: String, environment: String? = nil, kind: String? = nil) {
        (self.name, self.title, self.environment, self.kind) = (name, title, environment, kind)
    }

    /// It is being asked; what was known of it stays.
    package mutating func ask() { asking = .underway }

    /// Something is known of it.
    package mutating func take(_ answer: SourceAnswer) {
        if let content = answer.content { self.content = content }
        liveStatus = answer.liveStatus
        isPaused = answer.isPaused
        if answer.isFinal { asking = answer.problem.map(Asking.failed) ?? .answered }
    }

    /// Why it could not be asked, where it could not.
    package var problem: String? {
        if case .failed(let reason) = asking { reason } else { nil }
    }

    /// One word for how it goes: `failing`, `asking…`, `paused`, `live`, `connecting`, `lost`, `answered`, `not asked`.
    package var word: String {
        switch (asking, liveStatus) {
        case (.failed, _): "failing"
        case _ where isPaused: "paused"
        case (.underway, _): "asking…"
        case (_, .live): "live"
        case (_, .connecting): "connecting"
        case (_, .interrupted): "lost"
        case (.answered, _): "answered"
        case (.not, _): "not asked"
        }
    }

    /// What a filter can know of it.
    package var subject: FilterSubject {
        FilterSubject(
            names: [name, title], texts: [environment, kind, word, problem].compactMap(\.self),
            group: environment, source: name, changedAt: content?.fetchedAt)
    }
}

/// What is known of a source at some time.
public struct SourceAnswer: Sendable, Hashable {
    /// What it holds; nil if nothing is known of that.
    package let content: SourceStanding.Content?
    /// Whether it announces its changes.
    package let liveStatus: LiveStatus
    /// Why it could not be asked, where it could not.
    package let problem: String?
    /// Whether it was asked; else this is what was known before.
    package let isFinal: Bool
    /// Whether updates are held back.
    package let isPaused: Bool

    package init(
        content: SourceStanding.Content?, liveStatus: LiveStatus = .off, problem: String? = nil, isFinal: Bool = true,
        isPaused: Bool = false
    ) {
        (self.content, self.liveStatus, self.problem) = (content, liveStatus, problem)
        (self.isFinal, self.isPaused) = (isFinal, isPaused)
    }
}
