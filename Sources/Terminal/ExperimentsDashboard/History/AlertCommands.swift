import ExperimentsCore

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
