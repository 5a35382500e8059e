import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator

/// The publication of values of the current source.
struct ValuesState: Sendable {
    /// Whether values can be published from here.
    let isAvailable: Bool
    /// The current publication, if there is one.
    var publishing = PublishingState<ValuePublishing>()

    init(isAvailable: Bool) { self.isAvailable = isAvailable }
}

/// A request about the values that the source publishes.
package enum ValueRequest: Sendable {
    /// Begin to publish, at the store of the source.
    case publish(ValueInput)
    /// Perform a request of a publication.
    case publication(Publication<ValuePublishing>.Request)
    /// List earlier revisions.
    case history
}

/// The answer to a request.
package enum ValueAnswer: Sendable {
    /// What is to be published, and the place.
    case input(ValueInput, ValuePublishing)
    /// The result of a step of a publication.
    case publication(Publication<ValuePublishing>.Event)
    /// The publications, newest first.
    case history(PublicationHistory)
    /// The request failed, with the reason in lines.
    case failed([String])
}

// Publishing values: typed, reviewed, and published in one step.
extension ValuesState: Feature {
    enum Message: Sendable {
        /// Ask what a value of the key under the cursor would change.
        case propose(String)
        /// A publication made progress, or its panel asks for a step.
        case publishing(PublishingStep<ValuePublishing>)
        /// The answer to a request about the values of a source.
        case answered(ValueRequest, ValueAnswer, source: String?)
    }

    static let commands: [Command] = [.publishValue, .publications]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .propose(let text):
            guard let key = context.selectedKey else { return [] }
            var panel = ValuePanel(typing: key, from: text)
            guard let edits = panel.edits() else { return [.open(panel)] }
            return [.values(.publish(ValueInput(.edits(edits), for: context.project.keys)))]
        case .publishing(let step): return advance(step)
        case .answered(let request, let answer, let name):
            return name == context.source.name ? answered(request, with: answer, context) : []
        }
    }

    /// Returns why there are no publications to list; nil if there may be some.
    func reasonNoPublications(_ sourceName: String) -> String? {
        isAvailable ? nil : "cannot publish to \(sourceName); only to etcd sources"
    }

    /// Returns why values cannot be published here; nil if they can.
    func reasonNotPublishing(_ context: DashboardState) -> String? {
        reasonNoPublications(context.sourceName)
            ?? (context.project.isReadOnly ? "read-only: cannot publish values" : nil)
    }

    private mutating func advance(_ step: PublishingStep<ValuePublishing>) -> [Effect] {
        publishing.take(step) { _ in [.close(PublicationsPanel.self), .send(\.fetching, .start(.manual))] }
    }

    private mutating func answered(
        _ request: ValueRequest, with answer: ValueAnswer, _ context: DashboardState
    ) -> [Effect] {
        switch answer {
        case .history(let history):
            return [.tell(PublicationsPanel.self) { $0.show(history) }]
        case .input(let input, let target):
            let publication = target.publication(
                of: input, to: context.sourceName, in: context.source.environment)
            return [.close(ValuePanel.self)] + publishing.begin(publication)
        case .publication(let event): return advance(.event(event))
        case .failed(let lines):
            var effects: [Effect] = []
            if case .history = request { effects.append(.close(PublicationsPanel.self)) }
            return effects + [.say(lines.first ?? PublicationWords.notPublished, .error, seconds: 12)]
        }
    }
}

extension Command {
    static let publishValue: Command = Command(
        "publish-value", title: "Publish a new value of the key", in: .overriding,
        shell: "experiments values set KEY VALUE", synonyms: ["release", "etcd"],
        argument: .text("Publish") { text, _ in [.send(\.values, .propose(text))] },
        whyNot: { $0.values.reasonNotPublishing($0) ?? $0.reasonNoKey },
        run: { state in
            guard let key = state.selectedKey else { return [] }
            return [
                .open(ValuePanel(typing: key, from: state.source.report.snapshot.entries[key.name]?.text))
            ]
        })
    static let publications: Command = Command(
        "publications", title: "Show publications and roll back", in: .overriding,
        shell: "experiments values history", synonyms: ["rollback", "restore"],
        whyNot: { $0.values.reasonNoPublications($0.sourceName) },
        run: { _ in [.open(PublicationsPanel()), .values(.history)] })
}

/// The list of publications, to restore one of them.
struct PublicationsPanel: ChoosingPanel {
    private static let restore = KeyHint(.enter, "review and roll back")

    /// The publications, newest first; nil until they are read.
    private var history: PublicationHistory?
    var selected = 0

    var count: Int { history?.publications.count ?? 0 }

    mutating func show(_ history: PublicationHistory) {
        self.history = history
        selected = min(selected, max(0, count - 1))
    }

    var emptyWords: String { history == nil ? "reading…" : "nothing published yet" }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (count > 0 ? [Self.restore] : []) + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        guard let history, history.publications.indices.contains(selected) else { return .stay() }
        let revision = history.publications[selected].revision
        if let reason = state.values.reasonNotPublishing(state) { return .stay([.say(reason, .warning)]) }
        if selected == 0 {
            return .stay([.say("revision \(revision) is already published", .success, seconds: 3)])
        }
        if revision < history.first {
            return .stay([.say("revision \(revision) is no longer in the store", .warning)])
        }
        // Ask what restoring it would change.
        return .stay([.values(.publish(ValueInput(.revision(revision))))])
    }

    func title(_ state: DashboardState) -> String { "Publications" }

    func size(_ state: DashboardState) -> CellSize { wideSize(upTo: 100, state) }

    func texts(_ state: DashboardState) -> [String] {
        (history?.publications ?? []).map { Self.text($0, state) }
    }

    private static func text(_ publication: ValuePublication, _ state: DashboardState) -> String {
        let time = publication.at.flatMap { RFC3339.date(from: $0) }
            .map { TimeText.dateAndTime($0, in: state.project.localTime) }
        let parts = [
            String(publication.revision), time, publication.author ?? "by hand", publication.note,
            publication.changesLine,
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
