import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsOperator
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard
@testable import ExperimentsEtcdStore

/// Carries nothing: what the store would say is said by the test.
private struct NoTransport: StreamingTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError.connectionRefused(host: "nowhere", port: 1)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        throw TransportError.connectionRefused(host: "nowhere", port: 1)
    }
}

@Suite("Publishing values from the dashboard", .inTurn)
struct ValuePublishingTests {
    /// A dashboard on a source whose values are published, with the cursor on the first key.
    private func opened(
        size: CellSize = CellSize(columns: 80, rows: 20), isReadOnly: Bool = false
    ) throws -> ShopFixture {
        var options = DashboardOptions()
        options.isReadOnly = isReadOnly
        var fixture = ShopFixture(size: size, options: options)
        fixture.state.values = ValuesState(isAvailable: true)
        return fixture
    }

    private func publishing(_ environment: String) throws -> ValuePublishing {
        let client = EtcdClient(
            endpoints: [try EtcdEndpoint(parsing: "http://a:1")], transport: NoTransport())
        let layout = EtcdLayout(project: "shop", environment: environment)
        return ValuePublishing(
            EtcdValueStore(client: client, layout: layout), of: "team", environment: nil, by: OverrideOrigin()
        )
    }

    private func values(_ texts: [String: String], revision: Int64 = 5) -> ValueVersion {
        ValueVersion(
            PublishedValues(
                entries: ExactDictionary(texts.mapValues { Snapshot.Entry(text: $0) }), revision: revision,
                version: 4,
                notes: [],
                document: nil, revisions: [:], publications: []), at: revision)
    }

    private func action(_ effects: [Effect]) -> ValueRequest? {
        for case .values(let request) in effects { return request }
        return nil
    }

    /// Says what the store said.
    @discardableResult
    private func tell(_ fixture: inout ShopFixture, _ request: ValueRequest, _ answer: ValueAnswer)
        -> [Effect]
    {
        fixture.state.update(
            .to(\.values, .answered(request, answer, source: fixture.state.source.name)),
            at: ShopFixture.start)
    }

    @discardableResult
    private func tell(
        _ fixture: inout ShopFixture, _ event: Publication<ValuePublishing>.Event
    ) -> [Effect] {
        tell(&fixture, .history, .publication(event))
    }

    /// A value that is typed and on its way to be looked at.
    private func typed(_ fixture: inout ShopFixture, _ text: String) throws -> (
        name: String, input: ValueInput
    ) {
        let name = "free_shipping_enabled"
        let key = try #require(fixture.state.project.keys.first { $0.name == name })
        fixture.state.panels.push(ValuePanel(typing: key, from: "false"))
        try fixture.press("ctrl-u")
        fixture.type(text)
        guard case .publish(let input)? = action(try fixture.press("Enter")) else {
            throw MessageError("nothing was asked:\n\(fixture.screen)")
        }
        return (name, input)
    }

    /// Lets the store read what is published, and check a typed value.
    private func check(
        _ fixture: inout ShopFixture, _ input: ValueInput, on texts: [String: String],
        in environment: String = "test"
    ) async throws {
        let publishing = try publishing(environment)
        guard case .publication(.check)? = action(tell(&fixture, .publish(input), .input(input, publishing)))
        else {
            throw MessageError("nothing was read:\n\(fixture.screen)")
        }
        let base = values(texts)
        let request = action(
            tell(&fixture, .checked(base, try await publishing.candidate(of: input, on: base))))
        guard case .publication(.rehearse)? = request else { return }
        tell(&fixture, .rehearsed)
    }

    @Test("a value is typed, looked at beside what is published, and published after a yes")
    func straight() async throws {
        var fixture = try opened()
        let selected = try #require(fixture.state.selectedKey?.name)
        _ = fixture.state.perform(.publishValue)
        #expect(fixture.screen.contains("Publish \(selected)"))
        try fixture.press("Esc")
        let (name, input) = try typed(&fixture, "true")
        guard case .edits(let edits) = input.action else { throw MessageError("no edit") }
        #expect(edits == [name: .set("true")])
        try await check(&fixture, input, on: [name: "false"])
        #expect(fixture.screen.contains("Publish 1 value to shop (emulator)?"), "\(fixture.screen)")
        #expect(fixture.screen.contains("\(name): \"false\" → \"true\""), "\(fixture.screen)")
        #expect(fixture.screen.contains("y publishes it, Esc does not"))
        guard case .publication(.send(let sent))? = action(try fixture.press("y")) else {
            Issue.record("nothing is published:\n\(fixture.screen)")
            return
        }
        #expect(sent.proposal.changes.map(\.name) == [name])
        #expect(fixture.screen.contains("publishing to "))
        let effects = tell(&fixture, .sent(ValueVersion(nil, at: 7)))
        #expect(fixture.state.panels.first(PublishPanel<ValuePublishing>.self) == nil)
        #expect(fixture.state.notices.notice?.text.hasSuffix("revision 7") == true)
        #expect(effects.contains { if case .fetch = $0 { true } else { false } })
    }

    @Test("a note for the history is typed before the yes, and no letter of it publishes anything")
    func note() async throws {
        var fixture = try opened()
        let (name, input) = try typed(&fixture, "true")
        try await check(&fixture, input, on: [name: "false"])
        #expect(action(try fixture.press("Tab")) == nil)
        fixture.type("yes, as agreed")
        #expect(fixture.screen.contains("Description: yes, as agreed_"), "\(fixture.screen)")
        #expect(action(try fixture.press("Enter")) == nil)
        guard case .publication(.send(let sent))? = action(try fixture.press("y")) else {
            Issue.record("nothing is published:\n\(fixture.screen)")
            return
        }
        #expect(sent.note == "yes, as agreed")
    }

    @Test("no letter that is typed to find something is taken for a yes")
    func finding() async throws {
        var fixture = try opened()
        let (name, input) = try typed(&fixture, "true")
        try await check(&fixture, input, on: [name: "false"])
        #expect(action(try fixture.press("f", "y", "q", "Esc")) == nil)
        #expect(fixture.state.panels.first(PublishPanel<ValuePublishing>.self) != nil)
    }

    @Test("Esc publishes nothing, wherever it is pressed before")
    func declined() async throws {
        var fixture = try opened()
        let (name, input) = try typed(&fixture, "true")
        try await check(&fixture, input, on: [name: "false"])
        #expect(action(try fixture.press("Esc")) == nil)
        #expect(fixture.state.panels.first(PublishPanel<ValuePublishing>.self) == nil)
        #expect(fixture.state.values.publishing.current == nil)
        // What comes late opens nothing.
        tell(&fixture, .rehearsed)
        #expect(fixture.state.panels.first(PublishPanel<ValuePublishing>.self) == nil)
    }

    @Test("in production the project's name has to be typed, and nothing else will do")
    func production() async throws {
        var fixture = try opened()
        let (name, input) = try typed(&fixture, "true")
        try await check(&fixture, input, on: [name: "false"], in: "production")
        fixture.type("y")
        #expect(action(try fixture.press("Enter")) == nil)
        #expect(fixture.screen.contains("does not match"))
        try fixture.press("ctrl-u")
        fixture.type("shop")
        guard case .publication(.send)? = action(try fixture.press("Enter")) else {
            Issue.record("nothing is published:\n\(fixture.screen)")
            return
        }
    }

    @Test("what the key does not accept is reported before anybody is asked")
    func refusedValue() throws {
        var fixture = try opened()
        let key = try #require(
            fixture.state.project.keys.first { $0.schema.kind == .int || $0.schema.kind == .bool })
        fixture.state.panels.push(ValuePanel(typing: key, from: nil))
        fixture.type("neither")
        #expect(action(try fixture.press("Enter")) == nil)
        #expect(fixture.screen.contains("invalid value for"), "\(fixture.screen)")
    }

    @Test("already published values are not a change; a conflict and a lost answer are reported")
    func others() async throws {
        var fixture = try opened()
        let (name, input) = try typed(&fixture, "true")
        try await check(&fixture, input, on: [name: "true"])
        #expect(fixture.screen.contains("nothing to publish"))
        try fixture.press("Esc")
        let (_, again) = try typed(&fixture, "false")
        try await check(&fixture, again, on: [name: "true"])
        guard case .publication(.send(let review))? = action(try fixture.press("y")) else {
            throw MessageError("nothing is published:\n\(fixture.screen)")
        }
        let others = values([name: "maybe"], revision: 6)
        let conflict = ValueConflict(review.proposal, with: try #require(others.values))
        guard case .publication(.look)? = action(tell(&fixture, .notSent(SendingProblem(conflict)))) else {
            throw MessageError("nobody looked:\n\(fixture.screen)")
        }
        tell(&fixture, .notLooked(RefusalReason("no answer")))
        #expect(fixture.screen.contains("it is unknown whether it was published"), "\(fixture.screen)")
        #expect(fixture.state.notices.notice?.text.contains("it is unknown whether it was published") == true)
    }

    @Test("publications are listed, and one is brought back the same way")
    func history() throws {
        var fixture = try opened()
        guard case .history? = action(fixture.state.perform(.publications)) else {
            Issue.record("nothing is listed")
            return
        }
        let change = ValueProposal.Change(
            name: "color", old: Snapshot.Entry(text: "red"), new: Snapshot.Entry(text: "blue"))
        let history = PublicationHistory(
            publications: [
                ValuePublication(
                    revision: 9, at: "2026-01-02T03:04:05.000Z", author: "ann", program: "x",
                    note: "as agreed",
                    names: ["color"], changes: [change]),
                ValuePublication(revision: 7, names: ["color"], changes: [change]),
                ValuePublication(revision: 2, author: "bob", names: ["color"]),
            ], first: 5, last: 9)
        _ = tell(&fixture, .history, .history(history))
        #expect(fixture.screen.contains(#"9  2026-01-02 03:04:05  ann  as agreed  color: "red" → "blue""#))
        #expect(fixture.screen.contains(#"7  by hand  color: "red" → "blue""#), "\(fixture.screen)")
        #expect(fixture.screen.contains("2  bob  color (forgotten)"))
        #expect(action(try fixture.press("Enter")) == nil, "it is what is published")
        #expect(action(try fixture.press("j", "j", "Enter")) == nil, "it is forgotten")
        #expect(fixture.state.notices.notice?.text.contains("revision 2 is no longer in the store") == true)
        guard case .publish(let input)? = action(try fixture.press("k", "Enter")),
            case .revision(7) = input.action
        else {
            Issue.record("nothing is brought back:\n\(fixture.screen)")
            return
        }
    }

    @Test("sources of other kinds, and dashboards that only look, publish nothing")
    func unavailable() throws {
        var other = ShopFixture()
        #expect(other.state.reasonDisabled(.publishValue)?.contains("only to etcd sources") == true)
        #expect(other.state.perform(.publications).isEmpty)
        let reading = try opened(isReadOnly: true)
        #expect(reading.state.reasonDisabled(.publishValue)?.contains("read-only") == true)
        #expect(reading.state.reasonDisabled(.publications) == nil)
    }
}
