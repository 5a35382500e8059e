import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsTransport
import FirebaseTemplates
import Foundation
import TestSupport

@testable import ExperimentsEtcdClient

/// A place where the color is grey and the size is 1, and one way to publish another color there.
final class PublishingStage: @unchecked Sendable {
    let way: PublishingWay
    /// The service of the templates.
    let service: TemplateServiceInMemory
    /// The network to the service, or to the store.
    let network: LossyNetwork
    /// The name that must be typed in production.
    let name: String
    /// The consent that was asked for; nil if nobody was asked.
    private(set) var askedFor: PublicationConsent?
    /// The risks of the changes that were shown.
    private(set) var risks: [PublicationRisk.Option] = []

    private let etcd = SimulatedEtcd()
    private let folder: TemporaryFolder
    private let environment: String?
    private let keys: [CatalogKey]
    private let note: String?
    private let wanted: String
    private let origin: TemplateOrigin
    private let values: ValuePublishing
    private let store: EtcdValueStore

    private static let layout = EtcdLayout(project: "shop", environment: "test")

    init(
        _ way: PublishingWay, environment: String? = nil, color: String = "red", keys: [CatalogKey] = [],
        note: String? = nil
    ) async throws {
        self.way = way
        self.environment = environment
        self.keys = keys
        self.note = note
        wanted = color
        service = TemplateServiceInMemory(try Self.template(color), try Self.template("grey"))
        network = LossyNetwork(to: way.isToStore ? etcd as any HTTPTransport : service)
        folder = try TemporaryFolder()
        try folder.write(Self.template("grey").text, to: "template.json")
        let path = folder.path + "/template.json"
        origin =
            way == .draftOfFile
            ? .file(path: path, shownAs: "template.json")
            : .service(
                TemplateClient(
                    project: "shop", baseURL: URL(string: "http://127.0.0.1:9") ?? URL(filePath: "/"),
                    tokens: FixedAccessToken(AccessToken("s3cret")),
                    transport: network))
        name = way == .draftOfFile ? "template.json" : "shop"
        let clock = Mutex(Duration.zero)
        let time = EtcdTime(
            now: { clock.withLock { $0 } }, pause: { wait in clock.withLock { $0 += wait } },
            fraction: { 0.5 })
        store = EtcdValueStore(
            client: EtcdClient(
                endpoints: [try EtcdEndpoint(parsing: "http://a:2379")], transport: network, time: time),
            layout: Self.layout)
        values = ValuePublishing(
            store, of: "team", environment: environment, by: OverrideOrigin(author: "ann"),
            now: { Date(timeIntervalSince1970: 0) }, newID: { "id" })
        etcd.put(Self.layout.key(of: .value("size")), "1")
        etcd.put(Self.layout.key(of: .value("color")), color)
        earlierRevision = way.isToStore ? try await store.published().revision : 0
        etcd.put(Self.layout.key(of: .value("color")), "grey")
    }

    private let earlierRevision: Int64

    private static func template(_ color: String) throws -> RemoteConfigTemplate {
        let parameters: JSONValue = [
            "color": ["defaultValue": ["value": .string(color)]], "size": ["defaultValue": ["value": "1"]],
        ]
        return try RemoteConfigTemplate(["parameters": parameters])
    }

    /// Publishes something as another person.
    ///
    /// - Parameter color: their color; nil to change only the size.
    func othersPublish(color: String? = nil) {
        func change(_ template: inout RemoteConfigTemplate) {
            template.setDefaultValue(.text("2"), of: "size")
            if let color { template.setDefaultValue(.text(color), of: "color") }
        }
        service.othersPublish(change)
        etcd.put(Self.layout.key(of: .value("size")), "2")
        if let color { etcd.put(Self.layout.key(of: .value("color")), color) }
        guard way == .draftOfFile,
            var template = try? RemoteConfigTemplate(parsing: Array(folder.text(of: "template.json").utf8))
        else { return }
        change(&template)
        try? folder.write(template.text, to: "template.json")
    }

    func color() async throws -> String? { try await value(of: "color") }

    func size() async throws -> String? { try await value(of: "size") }

    private func value(of key: String) async throws -> String? {
        if way.isToStore { return etcd.texts[Self.layout.key(of: .value(key)).text ?? ""] }
        let template =
            way == .draftOfFile
            ? try RemoteConfigTemplate(parsing: Array(folder.text(of: "template.json").utf8))
            : service.current
        guard case .text(let text)? = template?.parameter(key)?.defaultValue else { return nil }
        return text
    }

    /// The description of what is published now.
    func note() async throws -> String? {
        if way.isToStore {
            let mark = etcd.texts[store.mark(of: "id").text ?? ""] ?? ""
            return try JSONValue(parsing: mark).object?["note"]?.string
        }
        return try await origin.published().template.version?.description
    }

    /// Goes the whole way.
    ///
    /// - Parameters:
    ///   - consents: the answer to the question.
    ///   - beforeRehearsal: what happens before the changes are checked.
    ///   - beforeConsent: what happens while the changes are reviewed.
    func publish(
        consents: Bool = true, beforeRehearsal: () -> Void = {}, beforeConsent: () -> Void = {}
    ) async throws -> PublishingEnd {
        let consent = PublicationConsent(in: environment, called: "shop")
        guard !way.isToStore else {
            return await drive(
                values.publication(of: try valueInput()), at: values, consents, beforeRehearsal, beforeConsent
            )
        }
        let input = TemplateInput(try await action(), note: note, keys: keys)
        let publication = TemplatePublication(
            input, to: origin.title,
            consent: environment == nil ? consent : PublicationConsent(in: environment, called: origin.name))
        return await drive(publication, at: origin, consents, beforeRehearsal, beforeConsent)
    }

    private func valueInput() throws -> ValueInput {
        let action: ValueInput.Action =
            switch way {
            case .valueFile:
                .file(
                    ["color": Snapshot.Entry(text: wanted), "size": Snapshot.Entry(text: "1")], document: [])
            case .valueRollback: .revision(earlierRevision)
            default: .edits(["color": .set(wanted)])
            }
        return ValueInput(action, note: note, for: keys.isEmpty ? nil : keys)
    }

    private func action() async throws -> TemplateInput.Action {
        let edit = TemplateEdit.setValue(key: "color", condition: nil, .text(wanted))
        let base = try await origin.published()
        switch way {
        case .rollback: return .rollback(to: 1)
        case .edit: return .changes(TemplateChanges("1 change", [edit]))
        case .file, .forcedFile:
            var template = try Self.template(wanted)
            template.versionNumber = 2
            return .file(
                TemplateFileInput("mine.json", template, etag: nil, isForced: way == .forcedFile) { _, _ in []
                })
        case .promotion:
            let edits = try TemplatePromotion(from: Self.template(wanted), to: base.template).edits
            var draft = TemplateDraft(base: base)
            for edit in edits { try draft.make(edit) }
            return .draft(draft)
        default:
            var draft = TemplateDraft(base: base)
            try draft.make(edit)
            return .draft(draft)
        }
    }

    private func drive<Target: PublicationTarget>(
        _ first: Publication<Target>, at target: Target, _ consents: Bool, _ beforeRehearsal: () -> Void,
        _ beforeConsent: () -> Void
    ) async -> PublishingEnd {
        var publication = first
        var request = publication.begin()
        var isFirst = (rehearsal: true, review: true)
        while true {
            while let next = request {
                if case .rehearse = next, isFirst.rehearsal {
                    isFirst.rehearsal = false
                    beforeRehearsal()
                }
                request = publication.take(await target.answer(next))
            }
            switch publication.stage {
            case .review(let review):
                askedFor = publication.consent
                risks = (review as? TemplateReview)?.risks.map(\.option) ?? []
                if isFirst.review {
                    isFirst.review = false
                    beforeConsent()
                }
                request = publication.take(consents ? .consented(note: nil) : .declined)
            case .published(_, _, let found): return .published(found: found != nil)
            case .unchanged: return .unchanged
            case .conflict: return .conflict
            case .refused(let reason, _): return .refused(reason.message)
            case .unknown: return .unknown
            case .stopped: return .stopped
            case .checking, .rehearsing, .rehearsed, .sending, .asking: return .refused("it stopped half-way")
            }
        }
    }
}
