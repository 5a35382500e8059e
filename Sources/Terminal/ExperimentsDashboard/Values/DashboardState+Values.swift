import EtcdStore
import ExperimentsCore
import ExperimentsOperator

// Publishing values: typed, proposed by the store, looked at, and published in one step.
extension DashboardState {
    /// Why nothing was published here that could be listed; nil if something may be.
    var reasonNoPublications: String? {
        values.isAvailable ? nil : "\(sourceName) is not published to from here; sources of the kind etcd are"
    }

    /// Why values are not published here; nil if they can be.
    var reasonNotPublishing: String? {
        reasonNoPublications ?? (project.isReadOnly ? "read-only: values are not published here" : nil)
    }

    /// Lets the operator type another value of the key under the cursor.
    mutating func startPublishing() -> [Effect] {
        guard let key = selectedKey else { return [] }
        panels.push(ValuePanel(typing: key, from: source.report.snapshot.entries[key.name]?.text))
        return []
    }

    /// Asks what a value of the key under the cursor would change.
    mutating func proposeValue(_ text: String) -> [Effect] {
        guard let key = selectedKey else { return [] }
        var panel = ValuePanel(typing: key, from: text)
        let effects = panel.propose()
        panels.push(panel)
        return effects
    }

    mutating func openPublications() -> [Effect] {
        panels.push(PublicationsPanel())
        return [.values(ValueRequest(.history))]
    }

    /// Asks what going back to a revision would change.
    mutating func restoreValues(of revision: Int64) -> [Effect] {
        panels.push(ValuePanel(asking: "Back to revision \(revision)"))
        return [.values(ValueRequest(.restore(revision)))]
    }

    mutating func valuesAnswered(_ request: ValueRequest, _ answer: ValueAnswer) -> [Effect] {
        switch answer.content {
        case .history(let history):
            panels.change(PublicationsPanel.self) { panel in
                panel.show(history)
                return true
            }
        case .proposal(let proposal, let publishing):
            let consent = source.environment.map(publishing.consent(in:)) ?? publishing.consent
            var isOpen = false
            panels.change(ValuePanel.self) { panel in
                isOpen = true
                panel.review(proposal, consent)
                return !proposal.isEmpty
            }
            if isOpen, proposal.isEmpty { say(PublicationWords.nothing, .success, seconds: 3) }
        case .published(let proposal, let revision):
            say(ValueWords.published(proposal, sourceName, revision: revision), .success, seconds: 8)
            panels.change(ValuePanel.self) { _ in false }
            panels.change(PublicationsPanel.self) { _ in false }
            return startFetch(.manual)
        case .unknown(let reason):
            panels.change(ValuePanel.self) { _ in false }
            say(PublicationWords.unknown(reason), .error, seconds: 15)
        case .failed(let lines):
            if case .history = request.action { panels.change(PublicationsPanel.self) { _ in false } }
            panels.change(ValuePanel.self) { panel in
                panel.fail(lines)
                return true
            }
            say(lines.first ?? "nothing was published", .error, seconds: 12)
        }
        return []
    }
}

extension Feature {
    static let values = Feature(commands: [.publishValue, .publications])
}

extension Command {
    static let publishValue: Command = Command(
        "publish-value", title: "Publish another value of the key", in: .overriding,
        twin: .command("experiments values set KEY VALUE"), synonyms: ["release", "etcd"],
        argument: .text("Publish") { $1.proposeValue($0) },
        whyNot: { $0.reasonNotPublishing ?? $0.reasonNoKey }, run: { $0.startPublishing() })
    static let publications: Command = Command(
        "publications", title: "What was published when and by whom, to bring it back", in: .overriding,
        twin: .command("experiments values history"), synonyms: ["rollback", "restore"],
        whyNot: \.reasonNoPublications, run: { $0.openPublications() })
}
