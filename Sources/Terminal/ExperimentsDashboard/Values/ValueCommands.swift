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
