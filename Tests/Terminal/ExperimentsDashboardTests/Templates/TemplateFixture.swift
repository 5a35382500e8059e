import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation
import TestSupport

@testable import ExperimentsDashboard

/// A dashboard on a source that is a template in a file, whose draft and values are real.
struct TemplateFixture {
    static let text = #"""
        {"conditions": [{"name": "uk", "expression": "device.country in ['GB'] && percent('s') <= 20"},
                        {"name": "beta", "expression": "app.version.>=(['2.0'])"},
                        {"name": "half", "expression": "percent('t') between 25 and 75"}],
         "parameters": {"checkout_button_color": {"defaultValue": {"value": "grey"}, "valueType": "STRING",
                            "description": "What the button looks like",
                            "conditionalValues": {"uk": {"value": "blue"}, "beta": {"value": "red"}}},
                        "max_items": {"defaultValue": {"value": "3"}, "valueType": "NUMBER",
                            "conditionalValues": {"half": {"value": "6"}}},
                        "theme_tokens": {"defaultValue": {"value": "{\"accent\": \"red\"}"}, "valueType": "JSON"}},
         "parameterGroups": {"Shop": {"parameters": {
             "sale": {"defaultValue": {"value": "false"}, "valueType": "BOOLEAN"}}}},
         "version": {"versionNumber": "12"}}
        """#
    static let persona = SourcePersona(fields: [
        "device.country": "GB", "app.version": "1.0", "app.firebaseInstallationId": "user-3",
    ])

    let folder: TemporaryFolder
    let keeper: TemplateRemoteConfigKeeper
    let workspace: TemplateWorkspace
    var state: DashboardState
    /// What the dashboard wanted of the template and was not given.
    private(set) var unanswered: [TemplateRequest] = []
    /// Whether what it wants is only kept, to be answered later.
    var isHeldBack = false

    init(
        _ text: String = Self.text, size: CellSize = CellSize(columns: 110, rows: 26),
        environment: String? = nil,
        isReadOnly: Bool = false
    ) async throws {
        folder = try TemporaryFolder()
        let origin = TemplateOrigin.file(
            path: try folder.write(text, to: "template.json"), shownAs: "template.json")
        keeper = TemplateRemoteConfigKeeper(
            origin, persona: Self.persona, watcher: nil, now: { ShopFixture.start })
        workspace = TemplateWorkspace(
            source: "shop", environment: environment, origin: origin,
            besideOverridesAt: folder.path(".experiments/overrides.json"))
        _ = try await keeper.fetch(.manual)
        let service = RemoteConfigService(remoteConfigKeeper: keeper, now: { ShopFixture.start })
        var session = DashboardSession(
            service: service,
            keys: ["checkout_button_color", "max_items", "sale"].map {
                CatalogKey(name: $0, schema: ValueSchema(kind: $0 == "max_items" ? .int : .string))
            }, sourceName: "shop", environment: environment, refreshInterval: .seconds(30))
        session.templates = { [workspace] _ in workspace }
        var options = DashboardOptions()
        options.isReadOnly = isReadOnly
        state = DashboardState(session: session, options: options, size: size, now: ShopFixture.start)
    }

    /// One whose template is open.
    static func opened(
        _ text: String = Self.text, size: CellSize = CellSize(columns: 110, rows: 26),
        environment: String? = nil,
        isReadOnly: Bool = false
    ) async throws -> TemplateFixture {
        var fixture = try await TemplateFixture(
            text, size: size, environment: environment, isReadOnly: isReadOnly)
        try await fixture.press("T")
        return fixture
    }

    /// Presses keys, and does what the dashboard wants of the template.
    @discardableResult
    mutating func press(_ names: String...) async throws -> [Effect] {
        var others: [Effect] = []
        for name in names { others += try await run(state.update(.input(.key(try KeyPress(parsing: name))))) }
        return others
    }

    mutating func type(_ text: String) async throws {
        for character in text { _ = try await run(state.update(.input(.key(KeyPress(character))))) }
    }

    /// Does what the dashboard wants of the template, and answers the other effects.
    mutating func run(_ effects: [Effect]) async throws -> [Effect] {
        var others: [Effect] = []
        for effect in effects {
            guard case .template(let request) = effect else {
                others.append(effect)
                continue
            }
            if isHeldBack {
                unanswered.append(request)
            } else {
                others += try await answer(request)
            }
        }
        return others
    }

    /// Answers what was held back.
    mutating func answerAll() async throws {
        isHeldBack = false
        let requests = unanswered
        unanswered = []
        for request in requests { _ = try await answer(request) }
    }

    private mutating func answer(_ request: TemplateRequest) async throws -> [Effect] {
        if case .preview(let template) = request {
            let before = keeper.snapshot
            keeper.setDraft(template)
            let count = SnapshotDifference(from: before, to: keeper.snapshot).count
            _ = state.update(.service(.snapshotChanged(keeper.snapshot)), at: state.now)
            return try await tell(request, .previewed(changedCount: count))
        }
        do {
            guard let answer = try await workspace.answer(request) else { return [] }
            return try await tell(request, answer)
        } catch {
            return try await tell(request, .failed(RefusalReason(error)))
        }
    }

    /// Tells what came of a request.
    @discardableResult
    mutating func tell(_ request: TemplateRequest, _ answer: TemplateAnswer) async throws -> [Effect] {
        try await run(state.update(.to(\.templates, .answered(request, answer, source: nil)), at: state.now))
    }

    /// The screen as text.
    var screen: String { DashboardView.frame(of: state, theme: .plain).text }

    /// The template's file as it is.
    func published() async throws -> RemoteConfigTemplate { try await workspace.origin.published().template }

    /// Lets somebody else publish.
    func othersPublish(_ edits: TemplateEdit...) async throws {
        var template = try await published()
        for edit in edits { template = try template.applying(edit) }
        try folder.write(template.text, to: "template.json")
    }
}
