import ExperimentsOperator

// The changes that ring the bell.
extension AlertRules: Feature {
    enum Message: Sendable {
        /// Something happened that may need an alert.
        case came(AlertNews)
        /// Turn alerts for a key on or off.
        case toggle(String)
        /// Turn alerts for missing and incorrect keys on or off.
        case toggleBroken
    }

    static let commands: [Command] = [.ring, .ringBroken]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .came(let news):
            guard !isEmpty else { return [] }
            let text = news.words { DisplayText($0).truncated(to: 40) }
            return [.say(text, .warning, seconds: 30), .alert(Alert(text: text, ways: ways))]
        case .toggle(let name):
            if keys.remove(name) != nil { return [.say("bell off for \(name)", .success, seconds: 4)] }
            keys.insert(name)
            return [.say("bell on for \(name)", .success, seconds: 4)]
        case .toggleBroken:
            tellsBroken.toggle()
            let words =
                tellsBroken
                ? "bell on for missing and incorrect keys"
                : "bell off for missing and incorrect keys"
            return [.say(words, .success, seconds: 4)]
        }
    }
}

extension Command {
    static let ring: Command = Command(
        "ring", title: "Toggle the bell for this key", in: .watching, keys: ["B"],
        shell: "experiments watch --bell KEY", whyNot: \.reasonNoKey,
        run: { $0.subjectName.map { [.send(\.project.alertRules, .toggle($0))] } ?? [] })
    static let ringBroken: Command = Command(
        "ring-broken", title: "Toggle the bell for missing and incorrect keys", in: .watching,
        shell: "experiments watch --bell broken", run: { _ in [.send(\.project.alertRules, .toggleBroken)] })
}
