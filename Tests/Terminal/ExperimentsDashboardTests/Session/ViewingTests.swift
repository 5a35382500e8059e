import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The runner tells the values of a view from the source's own", .inTurn)
struct ViewingTests {
    private static let template = #"""
        {"conditions": [{"name": "north", "expression": "device.country in ['NO']"}],
         "parameters": {"a": {"defaultValue": {"value": "1"}, "conditionalValues": {"north": {"value": "2"}}}}}
        """#
    private static let british = SourcePersona(fields: ["device.country": "GB"])
    private static let norwegian = SourcePersona(fields: ["device.country": "NO"])

    private let messages = Recorder<Message>()

    private func runner(_ folder: TemporaryFolder) async throws -> EffectRunner {
        try folder.write(Self.template, to: "template.json")
        let keeper = TemplateRemoteConfigKeeper(
            .file(path: folder.path("template.json")), persona: Self.british, isWatched: false,
            now: { ShopFixture.start })
        let service = RemoteConfigService(remoteConfigKeeper: keeper, now: { ShopFixture.start })
        _ = try await service.fetch(.manual)
        let key = CatalogKey(name: "a", schema: ValueSchema(kind: .string))
        let session = DashboardSession(service: service, keys: [key], sourceName: "template.json")
        return EffectRunner(session: session, now: { ShopFixture.start }) { [messages] in messages.record($0)
        }
    }

    /// The values of the messages about a view, in order; nil for its end.
    private var views: [String?] {
        messages.elements.compactMap { message -> String?? in
            if case .viewed(let snapshot, _) = message { .some(snapshot?.entries["a"]?.text) } else { nil }
        }
    }

    /// The values of the messages about the source itself.
    private var own: [String?] {
        messages.elements.compactMap { message -> String?? in
            guard case .service(.snapshotChanged(let snapshot)) = message else { return nil }
            return .some(snapshot.entries["a"]?.text)
        }
    }

    @Test("another user's values are a view, and the way back ends it")
    func persona() async throws {
        let folder = try TemporaryFolder()
        let runner = try await runner(folder)
        runner.run(.setPersona(Self.norwegian))
        try await eventually("the view") { views.contains("2") }
        runner.run(.setPersona(Self.british))
        try await eventually("the end of the view") { views.last == .some(nil) }
        withExtendedLifetime(runner) {
            #expect(own.allSatisfy { $0 == "1" }, "\(own)")
        }
    }

    @Test("a draft's values are a view, and the way back ends it")
    func draft() async throws {
        let folder = try TemporaryFolder()
        let runner = try await runner(folder)
        let other = Self.template.replacing(#""value": "1""#, with: #""value": "3""#)
        let draft = try RemoteConfigTemplate(parsing: Array(other.utf8))
        runner.run(.template(.preview(draft)))
        try await eventually("the view") { views.contains("3") }
        runner.run(.template(.preview(nil)))
        try await eventually("the end of the view") { views.last == .some(nil) }
        withExtendedLifetime(runner) {
            #expect(own.allSatisfy { $0 == "1" }, "\(own)")
        }
    }
}
