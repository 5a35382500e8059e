import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

/// A way to publish something. Every way keeps every promise.
enum PublishingWay: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case draft = "a draft"
    case promotion = "a promotion"
    case draftOfFile = "a draft of a template file"
    case file = "a file"
    case forcedFile = "a file with --force"
    case edit = "one edit"
    case rollback = "a rollback"
    case values = "values"
    case valueFile = "a file of values"
    case valueRollback = "an earlier revision of values"

    var testDescription: String { rawValue }

    /// The ways over a network, on which answers get lost.
    static let overNetwork = allCases.filter { $0 != .draftOfFile }
    /// The ways to the template of a project.
    static let toService = overNetwork.filter { !$0.isToStore }
    /// The ways that let the service check the changes first. It has accepted an earlier version before.
    static let checkedByService = toService.filter { $0 != .rollback }
    var isToStore: Bool { [.values, .valueFile, .valueRollback].contains(self) }
    /// Whether the input is applied to what others have published, without a question.
    var isAppliedAgain: Bool { self == .edit }
}

/// How a publication ended.
enum PublishingEnd: Equatable {
    case published(found: Bool)
    case unchanged
    case conflict
    case refused(String)
    case unknown
    case stopped
}

@Suite("Every way to publish keeps every promise", .inTurn)
struct PublicationPromiseTests {
    @Test("publishes what was reviewed, and changes nothing else", arguments: PublishingWay.allCases)
    func straight(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        #expect(try await stage.publish() == .published(found: false))
        #expect(try await stage.color() == "red")
        #expect(try await stage.size() == "1")
    }

    @Test(
        "asks for the name in production, and sends nothing without consent",
        arguments: PublishingWay.allCases)
    func production(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way, environment: "production")
        #expect(try await stage.publish(consents: false) == .stopped)
        #expect(stage.askedFor == .typed(stage.name))
        #expect(try await stage.color() == "grey")
    }

    @Test("lets the service check the changes before it asks", arguments: PublishingWay.checkedByService)
    func rehearsal(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        stage.service.refuseRehearsals()
        guard case .refused(let reason) = try await stage.publish() else {
            Issue.record("it was not refused")
            return
        }
        #expect(reason.contains("a rule is broken"))
        #expect(stage.askedFor == nil)
        #expect(stage.service.publications.isEmpty)
    }

    @Test("reads again if the answer is lost, and finds its version", arguments: PublishingWay.overNetwork)
    func lostAnswer(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        stage.network.lose(.answer)
        let end = try await stage.publish()
        // The client of a store sends a change again that it can recognize.
        #expect(end == .published(found: !way.isToStore))
        #expect(try await stage.color() == "red")
    }

    @Test(
        "reads again if the answer is lost, and finds its version below another one",
        arguments: PublishingWay.overNetwork)
    func lostAnswerAndOthers(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        stage.network.lose(.answerBefore { stage.othersPublish() })
        #expect(try await stage.publish() == .published(found: !way.isToStore))
        #expect(try await stage.size() == "2")
    }

    @Test("says that nothing was published if the request was lost", arguments: PublishingWay.toService)
    func lostRequest(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        stage.network.lose(.request)
        guard case .refused(let reason) = try await stage.publish() else {
            Issue.record("it was not refused")
            return
        }
        #expect(reason.hasSuffix("nothing was published"))
        #expect(try await stage.color() == "grey")
    }

    @Test("says that it does not know if nobody answers any more", arguments: PublishingWay.overNetwork)
    func unknown(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        stage.network.lose(.everythingAfter)
        #expect(try await stage.publish() == .unknown)
    }

    @Test("undoes nothing of what others publish after the review", arguments: PublishingWay.allCases)
    func othersFirst(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        let end = try await stage.publish { stage.othersPublish(color: "blue") }
        switch way {
        case .edit:
            #expect(end == .published(found: false))
            #expect(try await stage.color() == "red")
        // That is what --force means.
        case .forcedFile: #expect(end == .published(found: false))
        default:
            #expect(end == .conflict)
            #expect(try await stage.color() == "blue")
        }
        if way != .forcedFile { #expect(try await stage.size() == "2") }
    }

    @Test(
        "undoes nothing of what others publish while the service checks it",
        arguments: PublishingWay.checkedByService)
    func othersDuringRehearsal(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way)
        let end = try await stage.publish(beforeRehearsal: { stage.othersPublish(color: "blue") })
        #expect(end == (way.isAppliedAgain || way == .forcedFile ? .published(found: false) : .conflict))
        if way != .forcedFile { #expect(try await stage.size() == "2") }
    }

    @Test("sends nothing if nothing differs", arguments: PublishingWay.allCases)
    func unchanged(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way, color: "grey")
        #expect(try await stage.publish() == .unchanged)
        #expect(stage.askedFor == nil)
        #expect(stage.service.publications.isEmpty)
    }

    @Test(
        "names values that the app does not accept before it publishes them",
        arguments: PublishingWay.allCases)
    func incorrect(_ way: PublishingWay) async throws {
        let keys = [CatalogKey(name: "color", schema: ValueSchema(kind: .string, cases: ["grey", "blue"]))]
        let stage = try await PublishingStage(way, keys: keys)
        let end = try await stage.publish(consents: false)
        if case .refused(let reason) = end {
            #expect(reason == "invalid value for color: not one of its cases")
        } else {
            #expect(stage.risks == [.raw])
        }
        #expect(try await stage.color() == "grey")
    }

    @Test(
        "keeps the description of the new version",
        arguments: PublishingWay.allCases.filter { $0 != .rollback })
    func note(_ way: PublishingWay) async throws {
        let stage = try await PublishingStage(way, note: "as agreed")
        #expect(try await stage.publish() == .published(found: false))
        #expect(try await stage.note() == "as agreed")
    }
}
