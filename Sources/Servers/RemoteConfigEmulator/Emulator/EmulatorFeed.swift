import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// Feeds a project of an emulator with the values of another source, and with an operator's overrides on top.
///
/// It has no clock and does not fetch. It gets the events of a service, and serves the result. While the source cannot
/// be reached or the overrides cannot be read, the last result stays in use. Observers of the emulator get each reason
/// once.
package struct EmulatorFeed {
    private let emulator: Emulator
    private let projectID: String
    private let service: RemoteConfigService
    private let keys: [CatalogKey]
    private let overridesPath: String
    private let parts: Parts
    private let experiments: @Sendable () -> [ExperimentDescription]
    private var published: (contents: JSONObject, experiments: [ExperimentDescription])?
    /// The reason why the last fetch failed.
    private var fetchProblem: String?
    /// The reason why the source's content cannot be served.
    private var contentProblem: String?
    /// The last reported problem.
    private var toldProblem: String?
    private var overridesProblem: OverrideStoreProblem?
    /// The overrides, with the last readable ones for apps.
    private var lastRead = OverrideSet.empty

    /// The parts to feed.
    package struct Parts: OptionSet, Sendable {
        package let rawValue: Int
        /// The values of the service's source.
        package static let upstream = Parts(rawValue: 1)
        /// The service's overrides.
        package static let overrides = Parts(rawValue: 2)

        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The time when an override ends by itself, and `serve` must be called; nil for never.
    package private(set) var deadline: Date?

    /// Creates a feed. It serves nothing yet.
    ///
    /// - Parameters:
    ///   - projectID: the project.
    ///   - service: the source and the overrides.
    ///   - keys: the keys with which the overrides are checked.
    ///   - overridesPath: the path of the overrides file, for messages.
    ///   - experiments: the experiments in which the source's installation takes part.
    package init(
        _ emulator: Emulator, projectID: String, parts: Parts, from service: RemoteConfigService,
        keys: [CatalogKey], overridesPath: String = "",
        experiments: @escaping @Sendable () -> [ExperimentDescription] = { [] }
    ) {
        self.emulator = emulator
        self.projectID = projectID
        self.parts = parts
        self.service = service
        self.keys = keys
        self.experiments = experiments
        self.overridesPath = overridesPath
        if parts.contains(.upstream) { try? emulator.project(projectID).awaitContent() }
    }

    /// Handles an event of the service.
    ///
    /// - Throws: `UnknownProject` if the emulator does not have the project.
    package mutating func hear(_ event: ServiceEvent, at now: Date) throws(UnknownProject) {
        switch event {
        case .fetchStarted: return
        case .fetchFinished(let record): fetchProblem = record.failure?.summary
        case .liveStatusChanged(.interrupted(let reason, _)), .liveStatusChanged(.unavailable(let reason)):
            emulator.observers.notify(.upstream(projectID: projectID, .silent(reason)))
            return
        case .liveStatusChanged(.live): emulator.observers.notify(.upstream(projectID: projectID, .live))
        case .liveStatusChanged(.off), .liveStatusChanged(.connecting): return
        case .snapshotChanged: break
        case .overridesChanged: break
        }
        try serve(at: now)
    }

    /// Serves the values and overrides at `now`.
    ///
    /// - Throws: `UnknownProject` if the emulator does not have the project.
    package mutating func serve(at now: Date) throws(UnknownProject) {
        if parts.contains(.upstream) {
            try publish()
            tellOfUpstream()
        }
        guard parts.contains(.overrides) else { return }
        let report = service.report(for: keys)
        lastRead = report.overrides.keepingApps(of: lastRead)
        let unreadable = report.overrides.appsProblem.map { FileProblem(overridesPath, $0) }
        note(unreadable.map { OverrideStoreProblem($0) } ?? service.overrideStore.problem)
        deadline = [report.validUntil, lastRead.nextEnd(after: now)].compactMap(\.self).min()
        try emulator.serve(ServedOverrides(report, lastRead, at: now), in: projectID)
    }

    private mutating func publish() throws(UnknownProject) {
        guard service.snapshot.fetchedAt != nil else { return }
        let template: RemoteConfigTemplate
        do throws(TemplateProblem) {
            template = try Self.template(of: service)
            contentProblem = nil
        } catch {
            contentProblem = "its values cannot be served: \(error.description)"
            return
        }
        let experiments = experiments()
        if let published, published == (template.contents, experiments) { return }
        published = (template.contents, experiments)
        try emulator.edit(projectID) { served, servedExperiments in
            served = template
            servedExperiments = experiments
        }
    }

    /// Returns the template to serve. A template source keeps its conditions, which are evaluated for each client;
    /// other sources have only values.
    private static func template(of service: RemoteConfigService) throws(TemplateProblem)
        -> RemoteConfigTemplate
    {
        if let template = (service.keeper as? TemplateRemoteConfigKeeper)?.published { return template }
        return try RemoteConfigTemplate(service.snapshot)
    }

    private mutating func tellOfUpstream() {
        let problem = fetchProblem ?? contentProblem
        guard problem != toldProblem else { return }
        toldProblem = problem
        let news: UpstreamNews =
            if let problem { published == nil ? .missing(problem) : .failed(problem) } else { .mended }
        emulator.observers.notify(.upstream(projectID: projectID, news))
    }

    private mutating func note(_ problem: OverrideStoreProblem?) {
        guard parts.contains(.overrides), problem != overridesProblem else { return }
        overridesProblem = problem
        if let problem { emulator.observers.notify(.overridesRefused(projectID: projectID, problem)) }
    }
}

extension ServedOverrides {
    /// Creates the overrides to serve to an app that does not know overrides, from a report.
    ///
    /// An active override is served unchanged, even for an undeclared name, because the app may read it anyway. If an
    /// override is not valid for the key, the key is left out, so that the app uses its default, as in the report.
    ///
    /// - Parameters:
    ///   - report: the report for everyone.
    ///   - overrides: the overrides of all scopes, of which the narrower ones are used.
    ///   - now: the time, which ends some overrides.
    package init(_ report: Report, _ overrides: OverrideSet = .empty, at now: Date) {
        let circumstances = report.circumstances(at: now)
        let rows = Dictionary(report.rows.lazy.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var everyone: [String: String?] = [:]
        for name in report.overrides.names {
            guard let text = report.overrides.activeText(for: name, in: circumstances) else { continue }
            let isRefused = rows[name]?.incorrectSupplier == .override
            everyone.updateValue(isRefused ? nil : text, forKey: name)
        }
        self.init(everyone: everyone)
        for scope in overrides.scopes {
            guard let app = scope.app else { continue }
            var values: [String: ServedValue] = [:]
            for (name, override) in overrides[scope].entries where !override.isExpired(at: now) {
                let key = rows[name].flatMap { $0.isDeclared ? $0.key : nil }
                values[name] = Self.value(of: override, for: name, key, circumstances)
            }
            narrower[ServedScope(app: app, installation: scope.installation)] = values.isEmpty ? nil : values
        }
    }

    private static func value(
        of override: Override, for name: String, _ key: CatalogKey?, _ circumstances: OverrideCircumstances
    ) -> ServedValue {
        guard override.isActive(for: name, in: circumstances) else { return .template }
        do {
            try key?.check(override.value)
            return .text(override.value)
        } catch {
            return .leftOut
        }
    }
}

extension RemoteConfigTemplate {
    /// Creates a template that gives all users the values of a source: a text each, or the app's own default. It has no
    /// conditions, because it is not known what decided the values at the source.
    ///
    /// - Throws: `TemplateProblem` for values that a template cannot contain.
    init(_ snapshot: Snapshot) throws(TemplateProblem) {
        let parameters = snapshot.entries.mapValues { entry -> JSONValue in
            [
                "defaultValue": (entry.text.map(TemplateValue.text) ?? .inAppDefault).json,
                "valueType": "STRING",
            ]
        }
        try self.init(["parameters": .object(JSONObject(sorting: parameters))])
    }

    /// The document without its version.
    var contents: JSONObject {
        var contents = json
        contents["version"] = nil
        return contents
    }
}
