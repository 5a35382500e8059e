import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsTransport
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

/// A project with a template and lists of experiments and rollouts, some of which it may refuse.
private final class ListingService: HTTPTransport {
    private struct State {
        var experiments: [String]
        var refusals: [String: Int] = [:]
        var asked: [String] = []
    }

    private static let template = #"""
        {"conditions": [{"name": "uk", "expression": "true"}, {"name": "all", "expression": "true"}],
         "parameters": {
          "color": {"defaultValue": {"value": "grey"}, "conditionalValues": {
            "all": {"experimentValue": {"experimentId": "1", "exposurePercent": 80, "variantValue": [
              {"variantId": "0", "noChange": true}, {"variantId": "1", "value": "green"}]}},
            "uk": {"value": "red"}}},
          "flow": {"defaultValue": {"value": "old"}, "conditionalValues": {
            "all": {"rolloutValue": {"rolloutId": "rollout_7", "value": "new", "percent": 12.5}}}}}}
        """#
    private let state: Mutex<State>

    /// - Parameter count: the number of experiments, of which the last one runs.
    init(_ count: Int = 1) {
        let experiments = (1...count).map { number in
            let (state, start) = number == count ? ("RUNNING", "2026-02-01") : ("STOPPED", "2025-02-01")
            return
                #"{"name": "e/\#(number)", "state": "\#(state)", "startTime": "\#(start)T00:00:00Z", "etag": "e", "#
                + #""definition": {"displayName": "Test \#(number)""#
        }
        state = Mutex(State(experiments: experiments))
    }

    /// The paths that were asked for since the last time, without the project.
    var asked: [String] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    func refuse(_ path: String, with status: Int?) { state.withLock { $0.refusals[path] = status } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        state.withLock { state in
            let path = String(request.url.path.split(separator: "/firebase/").last ?? "template")
            state.asked.append(path)
            if let status = state.refusals[path] {
                return Self.answer(#"{"error": {"message": "no"}}"#, status)
            }
            let items = state.experiments
            switch path {
            case "experiments":
                let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
                let start = query.first { $0.name == "page_token" }?.value.flatMap { Int($0) } ?? 0
                let page = items.dropFirst(start).prefix(300).map { $0 + "}}" }
                let next = start + 300 < items.count ? #", "nextPageToken": "\#(start + 300)""# : ""
                return Self.answer("{\"experiments\": [\(page.joined(separator: ","))]\(next)}")
            case "rollouts":
                return Self.answer(
                    #"{"rollouts": [{"name": "r/rollout_7", "state": "RUNNING", "startTime": "2026-01-03T00:00:00Z", "#
                        + #""definition": {"displayName": "New flow", "controlVariant": {"name": "Control"}, "#
                        + #""enabledVariant": {"name": "Enabled"}}}]}"#)
            case let path where path.hasPrefix("experiments/"):
                let index = (Int(path.dropFirst("experiments/".count)) ?? 1) - 1
                return Self.answer(
                    items[index]
                        + #", "variants": [{"name": "Baseline", "weight": 1}, {"name": "Green", "weight": 3}, "#
                        + #"{"name": "Blue", "weight": 0}]}}"#)
            default: return Self.answer(Self.template)
            }
        }
    }

    private static func answer(_ text: String, _ status: Int = 200) -> TransportResponse {
        TransportResponse(status: status, headers: ["etag": "1"], body: Array(text.utf8))
    }
}

@Suite("The experiments and rollouts of a project", .inTurn)
struct ProjectStudiesTests {
    private func origin(_ service: ListingService) throws -> TemplateOrigin {
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        return .service(
            TemplateClient(
                project: "shop", baseURL: url, tokens: FixedAccessToken(AccessToken("t")), transport: service)
        )
    }

    /// Reads the lists, and then what they lack.
    private func read(_ origin: TemplateOrigin) async throws -> ProjectStudies {
        let listed = try await origin.studies(after: nil)
        return await origin.details(of: listed.incomplete, in: listed)
    }

    private func date(_ date: Date) -> String { String(RFC3339.text(of: date).prefix(10)) }

    @Test("are joined with the values that they decide")
    func joined() async throws {
        let origin = try origin(ListingService())
        let studies = try await read(origin)
        #expect(studies.title == "project shop: 1 experiment, 1 rollout" && studies.problem == nil)
        let rollout = try #require(studies.deciding("flow").first)
        #expect(rollout.sentence(date) == #"rollout "New flow", 12.5%, running since 2026-01-03"#)
        #expect(rollout.shareWords == "12.5% get Enabled")
        let experiment = try #require(studies.deciding("color").first)
        #expect(experiment.title == "Test 1" && experiment.keys == ["color"])
        #expect(experiment.shareWords == "Baseline 1 : Green 3 : Blue 0, 80% take part")
        let decision = try #require(experiment.decisions.first)
        #expect((decision.place, decision.count) == (2, 2))
        #expect(decision.text(of: "0") == "grey" && decision.text(of: "1") == "green")
        #expect(experiment.variantsWithoutValues == ["Blue"])
    }

    @Test("are read page by page, and in full the running ones first")
    func pages() async throws {
        let service = ListingService(1000)
        let origin = try origin(service)
        let listed = try await origin.studies(after: nil)
        #expect(listed.all.count == 1001)
        #expect(service.asked.count { $0 == "experiments" } == 4)
        #expect(listed.all.prefix(2).map(\.title) == ["Test 1000", "New flow"])
        let known = await origin.details(of: listed.incomplete, in: listed)
        let asked = service.asked
        #expect(asked.first == "experiments/1000" && asked.count == 60)
        // What was read in full is not read again.
        let again = try await origin.studies(after: known)
        #expect(again.all.count { $0.isComplete } == 61)
        #expect(again[StudyReference(.experiment, id: "1000")]?.variantName("1") == "Green")
    }

    @Test("are those of the template alone if the project does not list them")
    func missing() async throws {
        let service = ListingService()
        for path in ["experiments", "rollouts"] { service.refuse(path, with: 404) }
        let studies = try await origin(service).studies(after: nil)
        #expect(
            studies.problem?.hasPrefix("experiments and rollouts of project shop cannot be listed") == true)
        #expect(studies.all.map(\.title) == ["1", "rollout_7"])
        #expect(studies.all.allSatisfy { $0.isRunning && $0.isComplete })
        #expect(studies.all.last?.sentence(date) == #"rollout "rollout_7", 12.5%, running"#)
    }

    @Test("stay as they were known while a list cannot be read")
    func unreachable() async throws {
        let service = ListingService()
        let origin = try origin(service)
        let known = try await read(origin)
        service.refuse("experiments", with: 503)
        let studies = try await origin.studies(after: known)
        #expect(studies.problem?.hasPrefix("experiments of project shop") == true)
        #expect(studies.all == known.all)
    }
}
