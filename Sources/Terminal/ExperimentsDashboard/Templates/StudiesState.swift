import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation

/// The experiments and rollouts of the project behind the source, and when they are read.
struct StudiesState: Sendable {
    /// The last read studies; nil before the first reading.
    private(set) var content: ProjectStudies?
    private var isAsked = false
    private var askedAt: Date?
    private var version: String?
    private var problem: String?
    /// The studies whose full content was requested since the last list.
    private var asked: Set<StudyReference> = []

    /// How long the studies count as current while the template stays the same, in seconds.
    private static let age: TimeInterval = 300

    /// Returns what to read after a fetch: the lists, if the template may have changed or the lists are old.
    mutating func fetched(_ record: FetchRecord, at now: Date) -> [Effect] {
        guard record.failure == nil, !isAsked else { return [] }
        let isOld = askedAt.map { now.timeIntervalSince($0) >= Self.age } ?? true
        guard isOld || record.trigger == .manual || record.version != version || record.difference.count > 0
        else {
            return []
        }
        (isAsked, askedAt, version) = (true, now, record.version)
        return [.template(.studies(after: content))]
    }

    /// Takes over studies, and returns what else to read.
    mutating func take(_ studies: ProjectStudies, of request: TemplateRequest) -> [Effect] {
        content = studies
        isAsked = false
        let effects = [Effect.send(\.experiments, .studiesChanged)] + say(studies.problem)
        guard case .studies = request else { return effects }
        asked = []
        return effects + ask(for: studies.incomplete)
    }

    /// Requests the full content of the experiment under the cursor, if only its entry in the list is known.
    mutating func follow(_ selected: ProjectStudy?) -> [Effect] {
        guard let selected, !selected.isComplete, !isAsked, !asked.contains(selected.reference) else {
            return []
        }
        return ask(for: [selected.reference])
    }

    private mutating func ask(for references: [StudyReference]) -> [Effect] {
        guard let content, !references.isEmpty else { return [] }
        isAsked = true
        asked.formUnion(references)
        return [.template(.studyDetails(references, in: content))]
    }

    /// Notes that the studies could not be read. Earlier ones stay.
    mutating func fail(_ reason: RefusalReason) -> [Effect] {
        isAsked = false
        return say("cannot read the experiments and rollouts: \(reason.message)")
    }

    /// Reports a problem once.
    private mutating func say(_ problem: String?) -> [Effect] {
        defer { self.problem = problem }
        guard let problem, problem != self.problem else { return [] }
        return [.say(problem, .warning, seconds: 10)]
    }
}

extension TemplatesState {
    mutating func follow(_ context: DashboardState) -> [Effect] {
        context.details.isShown ? studies.follow(ExperimentRowList.selected(context)?.study) : []
    }

    /// Returns the question before experiments and rollouts end: which ones, and what follows.
    func confirmation(ending references: [StudyReference], _ effects: [Effect], _ localTime: LocalTime)
        -> Confirmation
    {
        let question =
            references.count == 1 ? "End this \(references[0].kind.rawValue)?" : "End all of these?"
        return Confirmation(
            lines: endingLines(references, localTime) + ["", "Nothing ends before you publish. \(question)"],
            effects: effects, isAboutSource: true)
    }

    /// Returns a line for each that ends, and the effect on apps.
    func endingLines(_ references: [StudyReference], _ localTime: LocalTime) -> [String] {
        let ending = references.map { reference in
            let known = studies.content?[reference]
            return "This ends \(known?.sentence { TimeText.date($0, in: localTime) } ?? "\(reference)")."
        }
        let kinds = Set(references.map(\.kind))
        let reports = [
            kinds.contains(.rollout) ? "the rollout to Crashlytics" : nil,
            kinds.contains(.experiment) ? "the experiment to Google Analytics" : nil,
        ].compactMap(\.self)
        return ending + [
            "After their next fetch, apps get the next value that applies, and Firebase's SDKs no longer report "
                + reports.joined(separator: " and ")
                + ". It cannot be resumed: the Firebase console can only start "
                + "another one."
        ]
    }
}
