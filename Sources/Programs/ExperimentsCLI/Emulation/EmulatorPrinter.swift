import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// Prints the events of an emulator, each immediately on a separate line.
struct EmulatorPrinter {
    let settings: Settings
    private var style: PlainText { PlainText(settings) }

    /// The maximum number of warnings to print about one template.
    private static let warningLimit = 20

    /// Prints the address of the emulator, and how to use it.
    func printStart(_ url: URL, _ emulator: Emulator, at now: Date) throws {
        let ids = emulator.projectIDs
        if settings.json {
            try StandardOutput.event(Document(listeningAt: url, at: now) + ["projects": ids])
        } else {
            let projects = ids.map { style.shown($0) }.joined(separator: ", ")
            try StandardOutput.line(
                "listening on \(url.absoluteString) for project\(ids.count == 1 ? "" : "s") \(projects)")
            // A server that listens on all addresses of this machine has no single address that a phone can use.
            let address = url.reachable().absoluteString
            for id in ids {
                let project = YAMLText.scalar(id)
                try StandardOutput.line("source: {kind: emulator, url: \"\(address)\", project: \(project)}")
            }
            if emulator.servesPayload {
                try StandardOutput.line(
                    "source: {kind: growthbook, host: \"\(address)\", client_key: sdk-any}")
            }
        }
        for id in ids {
            for namespace in TemplateNamespace.allCases { printWarnings(of: id, namespace, emulator) }
        }
    }

    /// Prints warnings about a served template.
    private func printWarnings(of id: String, _ namespace: TemplateNamespace, _ emulator: Emulator) {
        let warnings = (try? emulator.templateWarnings(of: id, namespace)) ?? []
        for warning in warnings.prefix(Self.warningLimit) {
            StandardError.line("warning: \(id), \(namespace.rawValue): \(warning)")
        }
        if warnings.count > Self.warningLimit {
            StandardError.line(
                "warning: \(id), \(namespace.rawValue): \(warnings.count - Self.warningLimit) more")
        }
    }

    /// Prints one event, with the time in UTC.
    func print(_ notice: EmulatorNotice, _ emulator: Emulator, at now: Date) throws {
        if case .published(let id, let namespace, _) = notice { printWarnings(of: id, namespace, emulator) }
        if settings.json {
            return try StandardOutput.event(notice.event(at: now))
        }
        let time = style.shown(RFC3339.text(of: now), ink: .dim)
        try StandardOutput.line("\(time)  \(words(for: notice))")
    }

    private func words(for notice: EmulatorNotice) -> StyledText {
        switch notice {
        case .request(let record): words(for: record)
        case .published(let projectID, let namespace, let version):
            style.shown(
                "published version \(version)" + (namespace == .server ? " for servers" : "")
                    + " of \(projectID)",
                ink: .green)
        case .connectionsRefused(let limit):
            style.connectionsRefused(from: limit)
        case .templateRefused(_, _, let problem):
            style.shown("still serving the last valid version: \(problem)", ink: .red)
        case .overridden(let projectID, let overrides): words(for: overrides, in: projectID)
        case .overridesRefused(_, let problem):
            style.shown("still serving the last valid overrides: \(problem)", ink: .red)
        case .payloadPublished(let count):
            style.shown("published \(count.map { "\($0) features" } ?? "encrypted features")", ink: .green)
        case .payloadRefused(let problem):
            style.shown("still serving the last valid features: \(problem)", ink: .red)
        case .upstream(_, let news): words(for: news)
        }
    }

    private func words(for overrides: ServedOverrides, in projectID: String) -> StyledText {
        let names = overrides.everyone.keys.sorted()
        let left = names.filter { overrides.everyone[$0] == .some(nil) }
        let refused =
            left.isEmpty
            ? "" : "; not served, because their keys do not accept them: \(left.joined(separator: ", "))"
        let count = names.isEmpty ? "no overrides" : CountText.count(names.count, "override")
        let narrower = overrides.narrowerScopeCount
        let scopes =
            narrower == 0
            ? ""
            : ", and others for \(CountText.count(narrower, "app or installation", "apps or installations"))"
        return style.shown(
            "\(count) on top of \(projectID)\(scopes)\(refused)", ink: left.isEmpty ? .green : .red)
    }

    private func words(for news: UpstreamNews) -> StyledText {
        switch news {
        case .failed(let reason): style.shown("still serving the last fetched values: \(reason)", ink: .red)
        case .missing(let reason): style.shown("no values yet, requests get status 503: \(reason)", ink: .red)
        case .mended: style.shown("the upstream source can be reached again", ink: .green)
        case .live: style.shown("live updates from the upstream source", ink: .green)
        case .silent(let reason):
            style.shown("no live updates from the upstream source: \(reason)", ink: .red)
        }
    }

    private func words(for record: RequestRecord) -> StyledText {
        let parts = [
            "\(record.method) \(record.path)", record.status == 0 ? "no response" : "\(record.status)",
            "\(record.bytes) bytes", DurationText.text(of: record.duration), record.note,
        ]
        return style.shown(
            (parts + [record.fault.map { "fault: \($0)" }].compactMap { $0 }).joined(separator: "  "))
    }
}
