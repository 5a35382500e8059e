import ActiveConfiguration
import ExperimentsCore
import TestSupport
import Testing

@Suite(
    "The recorded calls of listeners", .inTurn, .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct ListenerVectorTests {
    @Test("every recorded sequence of steps makes the recorded calls")
    func recorded() async throws {
        let cases = try Vectors.cases("listener_sequences.json")
        #expect(cases.count == 12)
        for vector in cases {
            let steps = vector["steps"]?.array?.compactMap(\.string) ?? []
            // A case that tells nothing to compare with would pass whatever happens.
            #expect(vector["callbacks"] != nil || vector["stored"] != nil, "\(steps)")
            var play = Play()
            for step in steps { try await play.perform(step) }
            if let expected = vector["callbacks"]?.array {
                let heard = play.listener.heard.elements
                #expect(heard == expected.map { "S=" + ($0.string ?? "gone") }, "\(steps)")
            }
            if let stored = vector["stored"]?.object?["S"] {
                #expect(play.under.config["S"].map { JSONValue.object($0.content) } == stored, "\(steps)")
            }
        }
    }
}

/// Carries out steps such as `set {T:t1,S:v1}`.
private struct Play {
    let listener = RecordingListener()
    let under = ConfigUnderTest()
    private var download: Task<ActiveConfigDownloadReport, any Error>?

    mutating func perform(_ step: String) async throws {
        let config = under.config
        let words = step.split(separator: " ").map(String.init)
        if step == "register S" {
            config.registerListener(listener, forSectionName: "S")
        } else if step == "remove S" {
            config.removeListener(listener, forSectionName: "S")
        } else if step.hasPrefix("set ") || step.hasPrefix("store has ") {
            // What a store has when a configuration begins comes about by an earlier download.
            config.apply(
                try ActiveConfigState(["meta": [:], "config_sections": .object(sections(of: step))]))
        } else if step.hasPrefix("currentUserID=") {
            config.currentUserID = String(words[0].dropFirst("currentUserID=".count))
        } else if step.hasPrefix("download for"), step.hasSuffix("starts") {
            download = Task { try await config.downloadNewConfig() }
            try await under.downloader.began(1)
        } else if step.hasPrefix("download for"), step.contains("finishes with") {
            let document: JSONValue = ["meta": [:], "config_sections": .object(sections(of: step))]
            under.downloader.answer(words[2], .success(ActiveConfigDownload(.value(document))))
            let report = try #require(try await download?.value)
            #expect(!report.configWasSet)
            #expect(try under.config.store.configuration(for: words[2])?.state["S"]?.shown == "v9")
        } else {
            Issue.record("a step that is not understood: \(step)")
        }
        under.drain()
    }

    /// The sections that a step names, such as `{T:t1,S:v1}`.
    private func sections(of step: String) -> JSONObject {
        var object = JSONObject()
        let list = step.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }
        for part in list.split(separator: ",") {
            let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
            let value = pair[1].replacing("deep-copy of ", with: "")
            object[pair[0]] =
                value.hasPrefix("\"") ? "not a dict" : ["settings": ["v": ["value": .string(value)]]]
        }
        return object
    }
}
