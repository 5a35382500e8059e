import ExperimentsCore

extension Feature {
    static let sources = Feature(commands: [.sources, .compare])
}

extension Command {
    static let sources: Command = Command(
        "sources", title: "Switch to another source", in: .watching, keys: ["b"],
        footer: FooterPlace("source", at: .sources(0)) { $0.project.sources.count > 1 },
        twin: .command("experiments --source NAME"), synonyms: ["switch", "environment"],
        argument: .oneOf("Source") {
            $0.project.sources.map(\.name)
        } run: {
            $1.switchSource(to: $0)
        },
        whyNot: \.reasonNoOtherSource,
        change: { $0.panels.push(SourcesPanel(.switching, $0)) })
    static let compare: Command = Command(
        "compare", title: "Compare with another source", in: .watching, keys: ["="],
        footer: FooterPlace("compare", at: .sources(2)) { $0.project.sources.count > 1 },
        twin: .command("experiments compare SOURCE SOURCE"), synonyms: ["diff"],
        argument: .oneOf("Compare with", \.otherSourceNames) { $1.compare(withSourceNamed: $0) },
        whyNot: \.reasonNoOtherSource, run: { $0.startComparison() })
}

extension DashboardState {
    fileprivate var otherSourceNames: [String] { project.sources.map(\.name).filter { $0 != source.name } }

    fileprivate mutating func compare(withSourceNamed name: String) -> [Effect] {
        project.sources.first { $0.name == name }.map { compare(with: $0) } ?? []
    }

    fileprivate var reasonNoOtherSource: String? {
        project.sources.count < 2 ? "the project has one source only" : nil
    }
}
