import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsWarehouse
import FirebaseTemplates
import Foundation

/// A rollout of the project file, with its template and its results.
struct OpenRollout {
    let work: RolloutWork
    private let waits: WaitLimit?

    var rollout: ProjectRollout { work.rollout }

    /// - Parameter name: the name of the rollout.
    /// - Throws: `CommandProblem` if the project declares no such rollout.
    init(named name: String, _ options: GlobalOptions) throws {
        let located = try Self.located(options)
        let names = located.project.rollouts.map(\.name)
        guard let match = SpellingSuggestion.match(name, in: names),
            let rollout = located.project.rollouts.first(where: { $0.name.isExactly(match) })
        else { throw CommandProblem.unknownRollout(name, among: names) }
        try self.init(rollout, located, options)
    }

    /// Returns all rollouts of the project file.
    static func all(_ options: GlobalOptions) throws -> [OpenRollout] {
        let located = try located(options)
        return try located.project.rollouts.map { try OpenRollout($0, located, options) }
    }

    private init(_ rollout: ProjectRollout, _ located: LocatedProject, _ options: GlobalOptions) throws {
        let consent = EnvironmentConsent(located.absolutePath, options.settings)
        try consent.ask(for: located.source(named: rollout.source))
        if let warehouse = located.project.warehouse { try consent.ask(running: warehouse) }
        work = try RolloutWork(rollout, in: located, options.settings, program: "experiments rollout")
        waits = options.waits
    }

    private static func located(_ options: GlobalOptions) throws -> LocatedProject {
        guard options.source == nil else {
            throw CommandProblem("--source is not available here: a rollout names its source")
        }
        guard let located = try LocatedProject(options.settings) else { throw CommandProblem.noProject }
        return located
    }

    /// Reads the template.
    func reading() throws -> RolloutReading {
        let work = work
        return try Progress.wait("Asking \(work.origin.title)", within: waits) { try await work.reading() }
    }

    /// Reads the results, and decides about the next step.
    ///
    /// - Parameter keeps: whether the split and the look are stored.
    func look(_ reading: RolloutReading, at now: Date, keepingLooks keeps: Bool) throws -> RolloutLook {
        let work = work
        let knowledge = try Progress.wait("Reading events", within: waits) {
            await work.knowledge(of: reading, at: now, keepingLooks: keeps)
        }
        return RolloutLook(work, reading, knowledge, at: now)
    }

    /// Stores that no one has the new value yet, before the start.
    func prepareStart(_ reading: RolloutReading) {
        let work = work
        noting("the users before the start are not counted separately") {
            try await work.keepSplitBeforeStart(of: reading, at: Date())
        }
    }

    /// Publishes a change. Afterwards, users are counted by the new split.
    ///
    /// - Returns: whether this command published something. If another program made the same change at the same time,
    ///   that program reports it.
    @discardableResult
    func publish(_ publication: TemplatePublication, _ voice: RolloutVoice, isYes: Bool = false) throws
        -> Bool
    {
        var isOwn = false
        let base = try PublishingDialogue(voice, PublishingConsent(isYes: isYes), within: waits)
            .publish(publication, to: work.origin) { _, found in isOwn = !RolloutVoice.isOfOthers(found) }
        guard isOwn, let template = base?.template else { return false }
        let work = work
        let sentence = voice.sentence
        noting("the change was published, but is not stored with the events") {
            try await work.keep(template, sentence, at: Date())
        }
        return true
    }

    /// Stores something with the events. If that fails, the next step stores the split, so the command continues.
    private func noting(_ problem: String, _ body: @escaping @Sendable () async throws -> Void) {
        do {
            try Progress.wait("Storing the split", within: waits) { try await body() }
        } catch {
            StandardError.line("note: \(problem): \(ErrorReport.headline(of: error))")
        }
    }
}

extension RolloutWork {
    /// Creates the work of a rollout of a project.
    ///
    /// - Parameter program: the program that makes changes, for the log.
    init(
        _ rollout: ProjectRollout, in located: LocatedProject, _ settings: Settings, program: String
    ) throws {
        let project = located.project
        let source = try located.source(named: rollout.source)
        var declared = ProjectEvents(
            besideOverridesAt: OverrideFiles(settings, located, watcher: nil).path, EventDefinitions(project),
            isReadOnly: settings.readOnly)
        declared.consent = EnvironmentConsent(located.absolutePath, settings)
        let events = declared
        var own = project
        own.experiments = project.experiments.filter { $0.name.isExactly(rollout.experiment) }
        self.init(
            rollout, at: try TemplateOrigin(source, in: located), environment: source.environment,
            keys: project.keys, results: events.results(of: own),
            lastExposure: { [own] in
                if let warehouse = events.warehouseStore(of: own) {
                    return try await warehouse.lastExposure(of: rollout.experiment)
                }
                guard FileStatus(of: events.path) != nil else { return nil }
                return try await events.openForReading().lastExposure(of: rollout.experiment)
            },
            createStore: { _ = try await events.open() },
            log: { sentence in
                guard FileStatus(of: events.path) != nil else { return }
                let database = try await OwnThread.run { try events.openAsIs() }
                try await database.note(sentence, by: Environment.author, with: program)
            })
    }
}

extension CommandProblem {
    /// Creates the error for an unknown rollout.
    static func unknownRollout(_ name: String, among names: [String]) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \($0)?" }
        let all =
            names.isEmpty
            ? "Declare rollouts under `rollouts` in the project file."
            : "Available rollouts: \(names.joined(separator: ", "))"
        return CommandProblem("no rollout \(Quotation.of(name))", advice: near ?? all)
    }
}
