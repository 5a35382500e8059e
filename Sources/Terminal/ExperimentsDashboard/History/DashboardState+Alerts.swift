import ExperimentsCore
import Foundation

extension DashboardState {
    /// Tells what a snapshot that came is worth telling of.
    mutating func tell(_ news: AlertNews?) -> [Effect] {
        guard let news, !project.alertRules.isEmpty else { return [] }
        let text = news.words { DisplayText($0).truncated(to: 40) }
        say(text, .warning, seconds: 30)
        return [.alert(Alert(text: text, ways: project.alertRules.ways))]
    }

    /// Tells of the key under the cursor from now on, or no longer.
    mutating func toggleAlert() {
        guard let name = subjectName else { return }
        if project.alertRules.keys.remove(name) != nil {
            say("\(name) changes in silence", .success, seconds: 4)
        } else {
            project.alertRules.keys.insert(name)
            say("the bell rings when \(name) changes", .success, seconds: 4)
        }
    }

    mutating func toggleBrokenAlerts() {
        project.alertRules.tellsBroken.toggle()
        say(
            project.alertRules.tellsBroken
                ? "the bell rings when a key becomes missing or incorrect"
                : "missing and incorrect keys come in silence", .success, seconds: 4)
    }
}

extension DashboardState {
    /// Notes that the window gained or lost the focus. When the operator comes back, the changes in the meantime are
    /// reported.
    mutating func noteFocus(_ isFocused: Bool) {
        guard isFocused else {
            appearance.awaySince = now
            return
        }
        guard let since = appearance.awaySince else { return }
        appearance.awaySince = nil
        guard let (count, first) = source.changedAt.names(changedAfter: since) else { return }
        let others = count > 1 ? " and \(count - 1) more" : ""
        say("while you were away: \(first)\(others) changed", .success, seconds: 12)
    }
}

extension Feature {
    static let alerts = Feature(commands: [.ring, .ringBroken])
}

extension Command {
    static let ring: Command = Command(
        "ring", title: "Ring the bell when this key changes", in: .watching, keys: ["B"],
        twin: .command("experiments watch --bell KEY"), whyNot: \.reasonNoKey, change: { $0.toggleAlert() })
    static let ringBroken: Command = Command(
        "ring-broken", title: "Ring the bell on missing and incorrect", in: .watching,
        twin: .command("experiments watch --bell broken"), change: { $0.toggleBrokenAlerts() })
}
