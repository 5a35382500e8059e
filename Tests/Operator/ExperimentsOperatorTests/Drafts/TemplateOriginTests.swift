import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsTransport
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

/// A service with one template, some of whose answers are lost on the way.
private final class ForgetfulService: HTTPTransport {
    private struct State {
        var template: RemoteConfigTemplate
        var version = 1
        /// Whether what is sent arrives; and whether its answer does.
        var arrives = true
        var answers = true
        var validationStatus = 200
    }

    private let state: Mutex<State>

    init(_ template: RemoteConfigTemplate) { state = Mutex(State(template: template)) }

    /// Lets the next publish arrive or not, and its answer be lost.
    func loseAnswer(arriving: Bool) {
        state.withLock { ($0.arrives, $0.answers) = (arriving, false) }
    }

    func refuseValidation() { state.withLock { $0.validationStatus = 403 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try state.withLock { state in
            guard request.method == .put else { return Self.answer(state) }
            if request.url.query?.contains("validateOnly") == true {
                let body = #"{"error": {"status": "PERMISSION_DENIED", "message": "no"}}"#
                guard state.validationStatus != 200 else { return Self.answer(state) }
                return TransportResponse(status: state.validationStatus, headers: [:], body: Array(body.utf8))
            }
            if state.arrives, request.headers["if-match"] == "etag-\(state.version)" {
                state.template = try RemoteConfigTemplate(parsing: request.body ?? [])
                state.version += 1
            }
            guard state.answers else { throw TransportError.connectionLost(host: "service") }
            return Self.answer(state)
        }
    }

    private static func answer(_ state: State) -> TransportResponse {
        var template = state.template
        template.versionNumber = Int64(state.version)
        return TransportResponse(
            status: 200, headers: ["etag": "etag-\(state.version)"], body: Array(template.text.utf8))
    }
}

@Suite("Publishing a template to a service", .inTurn)
struct TemplateOriginTests {
    private let service: ForgetfulService
    private let origin: TemplateOrigin

    init() throws {
        let text = #"{"parameters": {"color": {"defaultValue": {"value": "grey"}}}}"#
        service = ForgetfulService(try RemoteConfigTemplate(parsing: Array(text.utf8)))
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        origin = .service(
            TemplateClient(
                project: "shop", baseURL: url, tokens: FixedAccessToken(AccessToken("s3cret")),
                transport: service))
    }

    /// Goes the whole way, and consents.
    private func publish() async throws -> TemplatePublication {
        var draft = TemplateDraft(base: try await origin.published())
        try draft.make(.setValue(key: "color", condition: nil, .text("red")))
        var publication = TemplatePublication(TemplateInput(.draft(draft)), to: origin.title, consent: .yes)
        var request = publication.begin()
        while true {
            while let next = request { request = publication.take(await origin.answer(next)) }
            guard case .review = publication.stage else { return publication }
            request = publication.take(.consented(note: nil))
        }
    }

    @Test("succeeds, and is reported with its version")
    func straight() async throws {
        guard case .published(let published, _, nil) = try await publish().stage else { throw Unexpected() }
        #expect(published.template.versionNumber == 2)
    }

    @Test("whose answer is lost is found to have succeeded, and is reported")
    func lostAfterArriving() async throws {
        service.loseAnswer(arriving: true)
        guard case .published(let published, _, let reason?) = try await publish().stage else {
            throw Unexpected()
        }
        #expect(published.template.versionNumber == 2)
        #expect(reason.contains("was lost before the response was complete"))
    }

    @Test("that is lost on its way is found not to have happened, and is reported")
    func lostBeforeArriving() async throws {
        service.loseAnswer(arriving: false)
        guard case .refused(let reason, _) = try await publish().stage else { throw Unexpected() }
        #expect(reason.message.hasSuffix("nothing was published"))
    }

    @Test("by an account that may read and not write is refused before the question, with the role it needs")
    func role() async throws {
        service.refuseValidation()
        guard case .refused(let reason, _) = try await publish().stage else { throw Unexpected() }
        #expect(reason.advice?.contains("Remote Config Admin") == true)
        #expect(!reason.message.contains("s3cret"))
    }

    private struct Unexpected: Error {}
}
