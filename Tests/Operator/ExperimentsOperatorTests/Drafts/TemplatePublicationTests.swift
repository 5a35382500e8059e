import ExperimentsCore
import ExperimentsOperator
import ExperimentsTransport
import FirebaseTemplates
import TestSupport
import Testing

@Suite("The way to publish a template", .inTurn)
struct TemplatePublicationTests {
    private static func published(_ color: String, _ etag: String) throws -> PublishedTemplate {
        let text =
            #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}, "#
            + #""size": {"defaultValue": {"value": "1"}}}}"#
        return PublishedTemplate(template: try RemoteConfigTemplate(parsing: Array(text.utf8)), etag: etag)
    }

    private static func draft() throws -> TemplateDraft {
        var draft = TemplateDraft(base: try published("grey", "1"))
        try draft.make(.setValue(key: "color", condition: nil, .text("red")))
        return draft
    }

    private func publication(
        of action: TemplateInput.Action? = nil, environment: String? = nil, keys: [CatalogKey] = []
    ) throws -> TemplatePublication {
        TemplatePublication(
            TemplateInput(try action ?? .draft(Self.draft()), keys: keys), to: "project shop",
            consent: PublicationConsent(in: environment, called: "shop"))
    }

    /// One that was checked and rehearsed.
    private func reviewed(keys: [CatalogKey] = []) throws -> TemplatePublication {
        var publication = try publication(keys: keys)
        _ = publication.begin()
        _ = publication.take(
            .checked(try Self.published("grey", "1"), TemplateCandidate(try Self.draft().template)))
        _ = publication.take(.rehearsed)
        return publication
    }

    /// One that was reviewed and consented to, and is on its way.
    private func sent() throws -> TemplatePublication {
        var publication = try reviewed()
        _ = publication.take(.consented(note: nil))
        return publication
    }

    @Test("leads by a look, a review and a consent to the version it was made from")
    func straight() throws {
        var publication = try publication()
        guard case .check = publication.begin() else { throw Unexpected() }
        #expect(publication.take(.consented(note: nil)) == nil)
        let candidate = TemplateCandidate(try Self.draft().template)
        guard case .rehearse = publication.take(.checked(try Self.published("grey", "1"), candidate)) else {
            throw Unexpected()
        }
        #expect(publication.take(.consented(note: nil)) == nil)
        #expect(publication.take(.rehearsed) == nil)
        guard case .review(let review) = publication.stage else { throw Unexpected() }
        #expect(review.difference.changes.map(\.subject) == [.parameter("color")])
        guard case .send(let sent) = publication.take(.consented(note: nil)) else { throw Unexpected() }
        #expect(sent.current.etag == "1")
        #expect(sent.template.parameter("color")?.defaultValue == .text("red"))
        #expect(publication.take(.sent(try Self.published("red", "2"))) == nil)
        guard case .published(let published, _, nil) = publication.stage else { throw Unexpected() }
        #expect(published.etag == "2")
    }

    @Test("a review names the new values that the app's keys do not accept, and not those that are published")
    func incorrect() throws {
        let keys = [
            CatalogKey(name: "color", schema: ValueSchema(kind: .string, cases: ["grey", "blue"])),
            CatalogKey(name: "size", schema: ValueSchema(kind: .bool)),
        ]
        guard case .review(let review) = try reviewed(keys: keys).stage else { throw Unexpected() }
        #expect(review.incorrect.map(\.key) == ["color"])
        #expect(review.incorrect.first?.description.hasPrefix("color: expected ") == true)
    }

    @Test("asks for the project's name in production, and for a yes elsewhere")
    func consent() throws {
        #expect(try publication(environment: "Production").consent == .typed("shop"))
        #expect(try publication(environment: "prod-eu").consent == .typed("shop"))
        #expect(try publication(environment: "staging").consent == .yes)
        #expect(try publication().consent == .yes)
    }

    @Test("ends with nothing sent after a no")
    func declined() throws {
        var publication = try reviewed()
        #expect(publication.take(.declined) == nil)
        guard case .stopped = publication.stage else { throw Unexpected() }
        #expect(publication.take(.consented(note: nil)) == nil)
    }

    @Test("does not begin where there is nothing to publish")
    func empty() throws {
        var publication = try publication(of: .draft(TemplateDraft(base: try Self.published("grey", "1"))))
        #expect(publication.begin() == nil)
        guard case .unchanged = publication.stage else { throw Unexpected() }
    }

    @Test("ends in a conflict with what still applies where someone published before")
    func conflict() throws {
        var publication = try publication()
        _ = publication.begin()
        _ = publication.take(
            .checked(try Self.published("blue", "2"), TemplateCandidate(try Self.draft().template)))
        guard case .conflict(.draft(let rebase, let current)) = publication.stage else { throw Unexpected() }
        #expect(current.etag == "2")
        #expect(rebase.conflicts.first?.theirs?.contains("blue") == true)
    }

    @Test("the words say whether every edit still applies")
    func summary() throws {
        let draft = try Self.draft()
        #expect(
            TemplateWords.summary(of: draft.rebased(on: try Self.published("grey", "2")))
                == "your edit still applies")
        #expect(
            TemplateWords.summary(of: draft.rebased(on: try Self.published("blue", "2")))
                == "of 1 edit, 1 does not apply")
    }

    @Test("is refused where the service refuses to take it, and nothing is sent")
    func refused() throws {
        var publication = try publication()
        _ = publication.begin()
        let reason = RefusalReason("no role", advice: "ask for it")
        _ = publication.take(
            .checked(try Self.published("grey", "1"), TemplateCandidate(try Self.draft().template)))
        #expect(publication.take(.notRehearsed(.refused(reason))) == nil)
        guard case .refused(reason, permitted: nil) = publication.stage else { throw Unexpected() }
    }

    @Test("an earlier version that would end a rollout is refused until that is allowed")
    func ending() throws {
        let text = #"""
            {"conditions": [{"name": "all", "expression": "true"}], "parameters": {"color": {"conditionalValues":
              {"all": {"rolloutValue": {"rolloutId": "rollout_7", "value": "red", "percent": 10}}}}}}
            """#
        let current = PublishedTemplate(
            template: try RemoteConfigTemplate(parsing: Array(text.utf8)), etag: "2")
        let earlier = try Self.published("grey", "1").template
        var publication = try publication(of: .rollback(to: 1))
        _ = publication.begin()
        #expect(publication.take(.checked(current, TemplateCandidate(earlier))) == nil)
        let rollout = StudyReference(.rollout, id: "rollout_7")
        guard case .refused(_, let permitted?) = publication.stage else { throw Unexpected() }
        #expect(permitted.ending == [rollout])
        guard case .check = publication.take(.permitted) else { throw Unexpected() }
        _ = publication.take(.checked(current, TemplateCandidate(earlier)))
        _ = publication.take(.rehearsed)
        guard case .review(let review) = publication.stage else { throw Unexpected() }
        #expect(review.ended == [rollout])
    }

    @Test("asks what is published where the answer is lost, and finds it published")
    func lostAndPublished() throws {
        var publication = try sent()
        guard case .look = publication.take(.notSent(.unknown(RefusalReason("broken")))) else {
            throw Unexpected()
        }
        #expect(publication.take(.looked([try Self.published("red", "2")])) == nil)
        guard case .published(_, _, "broken") = publication.stage else { throw Unexpected() }
    }

    @Test("asks what is published where the answer is lost, and finds that nothing is")
    func lostAndNotPublished() throws {
        var publication = try sent()
        _ = publication.take(.notSent(.unknown(RefusalReason("broken"))))
        _ = publication.take(.looked([try Self.published("grey", "1")]))
        guard case .refused(let reason, _) = publication.stage else { throw Unexpected() }
        #expect(reason.message == "broken; nothing was published")
    }

    @Test("asks what is published where the answer is lost, and finds someone else's")
    func lostAndOthers() throws {
        var publication = try sent()
        _ = publication.take(.notSent(.unknown(RefusalReason("broken"))))
        _ = publication.take(.looked([try Self.published("blue", "2")]))
        guard case .conflict = publication.stage else { throw Unexpected() }
    }

    @Test("finds the version that was sent among those that others have published since")
    func lostAndPublishedBeforeOthers() throws {
        var publication = try sent()
        _ = publication.take(.notSent(.unknown(RefusalReason("broken"))))
        _ = publication.take(.looked([try Self.published("red", "2"), try Self.published("blue", "3")]))
        guard case .published(let published, _, "broken") = publication.stage else { throw Unexpected() }
        #expect(published.etag == "2")
    }

    @Test("says that no one knows where no one can be asked")
    func unknown() throws {
        var publication = try sent()
        _ = publication.take(.notSent(.unknown(RefusalReason("broken"))))
        _ = publication.take(.notLooked(RefusalReason("offline")))
        guard case .unknown(_, "broken, and then: offline") = publication.stage else { throw Unexpected() }
    }

    @Test("rolls back in place of the version that was looked at")
    func rollback() throws {
        var publication = try publication(of: .rollback(to: 3))
        _ = publication.begin()
        let earlier = TemplateCandidate(try Self.published("old", "3").template)
        _ = publication.take(.checked(try Self.published("grey", "5"), earlier))
        _ = publication.take(.rehearsed)
        guard case .send(let review) = publication.take(.consented(note: nil)),
            case .rollback(to: 3) = review.action
        else { throw Unexpected() }
        #expect(review.current.etag == "5")
    }

    @Test(
        "takes an answer for lost only where the request may have arrived",
        arguments: [
            (TemplateServiceError.unreachable(.timedOut(after: .seconds(1), host: "h")), true),
            (.unreachable(.connectionLost(host: "h")), true), (.invalidAnswer("x"), true),
            (.unreachable(.connectionRefused(host: "h", port: 1)), false), (.unreachable(.offline), false),
            (.unauthorized(reason: "no"), false),
        ])
    func doubt(_ error: TemplateServiceError, _ isUnknown: Bool) {
        switch SendingProblem(error) {
        case .unknown: #expect(isUnknown)
        case .refused: #expect(!isUnknown)
        case .conflict: Issue.record("no conflict")
        }
        #expect(SendingProblem(TemplateServiceError.versionMismatch(message: "")) == .conflict)
    }

    private struct Unexpected: Error {}
}
