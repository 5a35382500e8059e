import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsLocks
import Foundation

/// The overrides that a team shares in an etcd cluster, and the team members who are online.
///
/// Reading does no I/O: the overrides are in memory, and are updated while the store is followed. If the cluster cannot
/// be reached, the last known overrides stay in use, even after a restart. Changes are made with ``change(_:by:at:_:)``
/// and ``reverse(_:by:at:expecting:force:)``.
package final class TeamStore: OverrideSource {
    /// The state that may be read on any thread at any time.
    private struct State {
        var records: TeamRecords
        var overrides = OverrideStoreState(overrides: .empty)
        var view = TeamView()
        var condition = EtcdWatchCondition.connecting
        var members: [TeamMember] = []
        /// The names of members by their ids, as far as they are known.
        var names: [UInt64: String] = [:]
        /// Whether the store answered when it was read last, without being followed.
        var answers = false
        /// The cluster that the overrides come from; nil if there are none yet.
        var clusterID: UInt64?
        /// The reason why nothing from the store is used any more; nil if it is used.
        var replaced: OverrideStoreProblem?
        var hasRead = false
        var following: Task<Void, Never>?
        var surveying: Task<Void, Never>?
        /// What was last stored for the next start.
        var kept: TeamMemory.Content?
    }

    let client: EtcdClient
    let layout: EtcdLayout
    let time: EtcdTime
    /// The name under which this program reports as a server of the team. No other program has it, nor this one after a
    /// restart.
    package let server: String
    private let memory: TeamMemory?
    private let state: Mutex<State>
    private let observers = Observers<OverrideStoreState>()
    private let viewers = Observers<TeamView>()
    private let surveyNow = TeamBell()
    let presence: TeamPresence

    /// Creates a store with the data from the last program. It sends nothing before it is followed, read or changed.
    ///
    /// - Parameters:
    ///   - client: the cluster.
    ///   - layout: the layout of the project's data in it.
    ///   - memory: the path of the file with data for the next start; nil for none.
    ///   - server: the name of this program among the team's servers.
    ///   - time: the clock, and random numbers that spread the retries of programs.
    package init(
        client: EtcdClient, layout: EtcdLayout, memory: String? = nil,
        server: String = UUID().uuidString.lowercased(),
        time: EtcdTime = .system
    ) {
        self.client = client
        self.layout = layout
        self.server = server
        self.time = time
        self.memory = memory.map { TeamMemory(path: $0, place: layout.root) }
        presence = TeamPresence(client, layout, time: time)
        var state = State(records: TeamRecords(layout))
        do throws(FileProblem) {
            if let known = try self.memory?.read() {
                state.clusterID = known.clusterID
                state.overrides = OverrideStoreState(overrides: known.overrides)
                state.view.library = TeamLibrary(links: known.links)
                state.view.isKnown = true
            }
        } catch {
            state.view.notes = [error.description]
        }
        self.state = Mutex(state)
    }

    deinit {
        state.withLock { state in
            state.following?.cancel()
            state.surveying?.cancel()
        }
        presence.leave()
    }

    /// The text that identifies the store: its first member, and the prefix of its keys.
    package var place: String {
        (client.endpoints.first.map { "etcd://\($0)" } ?? "etcd:") + layout.root
    }

    /// Whether the content of the store is known, from now or from an earlier program.
    package var isKnown: Bool { view.isKnown }

    /// Whether the store was read by this program.
    package var hasRead: Bool { state.withLock(\.hasRead) }

    /// The team's overrides as last received.
    package var overrides: OverrideSet { state.withLock(\.overrides.overrides) }

    /// The reason why they cannot be read now; nil while the cluster is only unreachable, which `view` reports.
    package var problem: OverrideStoreProblem? { state.withLock(\.overrides.problem) }

    /// The state of the store, the people who are online, and the last changes.
    package var view: TeamView { state.withLock(\.view) }

    /// Calls `handler` after each change to the overrides, by anyone.
    package func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Calls `handler` after each change of ``view``.
    package func observeView(_ handler: @escaping @Sendable (TeamView) -> Void) -> ObservationHandle {
        viewers.add(handler)
    }

    /// Reads everything once.
    ///
    /// - Throws: `OverrideStoreProblem`; the known data is then unchanged.
    package func read() async throws {
        do {
            take(.state(try await client.readAll(TeamRecords(layout).ranges.map(\.range))))
            change { $0.answers = true }
        } catch let error as EtcdError {
            change { $0.answers = false }
            let problem = OverrideStoreProblem(error)
            if problem.kind == .replaced { refuse(problem) }
            throw problem
        }
        if let problem { throw problem }
    }

    /// Waits until pending data is stored for the next start, so that a program that ends now loses nothing.
    package func finishKeeping() { memory?.finish() }

    /// Starts following the store.
    package func follow() {
        state.withLock { state in
            guard state.following == nil else { return }
            let ranges = state.records.ranges
            state.following = Task { [client, weak self] in
                await client.watch(ranges) { [weak self] news in self?.take(news) }
            }
            state.surveying = Task { [surveyNow, time, weak self] in
                while !Task.isCancelled {
                    await self?.survey()
                    let isWell = self?.view.status.state == .connected
                    await surveyNow.wait(atMost: isWell ? .seconds(10) : .seconds(2), time)
                }
            }
        }
    }

    /// Asks each member how it is, once.
    package func survey() async {
        await askMembers()
        let known = state.withLock { ($0.names, $0.members.compactMap(\.id)) }
        // Names change so rarely that they are only requested if one is unknown.
        guard !known.1.allSatisfy({ known.0[$0] != nil }),
            let listed = try? await client.ask(EtcdMemberList())
        else {
            return
        }
        change { state in
            for member in listed { state.names[member.id] = member.name }
            for index in state.members.indices {
                state.members[index].name = state.members[index].id.flatMap { state.names[$0] }
            }
        }
    }

    private func askMembers() async {
        let names = state.withLock(\.names)
        let endpoints = client.endpoints
        let members = await withTaskGroup(of: (Int, TeamMember).self) { group in
            for (number, endpoint) in endpoints.enumerated() {
                group.addTask { [client] in
                    do {
                        let status = try await client.status(of: endpoint)
                        let name = names[status.header.memberID]
                        return (number, TeamMember(address: endpoint.description, status, named: name))
                    } catch {
                        var member = TeamMember(address: endpoint.description)
                        member.problem = "\(error)"
                        return (number, member)
                    }
                }
            }
            return await group.reduce(into: [(Int, TeamMember)]()) { $0.append($1) }
        }
        guard !Task.isCancelled else { return }
        change { $0.members = members.sorted { $0.0 < $1.0 }.map(\.1) }
    }

    /// Reports what this program's operator does to the others. The first call brings the operator online.
    package func announce(_ person: TeamPerson) { presence.announce(person) }

    /// Stops following, and waits until pending data is stored.
    package func leave() async {
        await presence.left()
        memory?.finish()
    }

    /// Returns the records for computing a change: those in memory if they are up to date; otherwise the store's.
    func current(reading reads: Bool) async throws -> TeamRecords {
        let known = state.withLock { state -> TeamRecords? in
            guard case .live = state.condition, state.hasRead else { return nil }
            return state.records
        }
        if let known, !reads { return known }
        var records = TeamRecords(layout)
        let read = try await client.readAll(records.ranges.map(\.range))
        if let problem = problem(of: read) { throw problem }
        _ = records.take(.state(read))
        return records
    }

    /// Returns the reason why nothing can be changed; nil if changes are possible.
    func hindrance(_ records: TeamRecords) -> OverrideStoreProblem? {
        state.withLock(\.replaced) ?? (records.hasLaterLayout ? .laterLayout : nil)
    }

    private func take(_ news: EtcdNews) {
        switch news {
        case .condition(let condition):
            if case .ended(let error) = condition { refuse(OverrideStoreProblem(error)) }
            change { $0.condition = condition }
            surveyNow.ring()
            if case .live = condition { presence.refresh() }
            return
        case .state(let read):
            if let problem = problem(of: read) { return refuse(problem) }
            change { state in
                state.clusterID = read.clusterID
                state.hasRead = true
                take(news, &state, isAll: true)
            }
        case .events: change { take(news, &$0, isAll: false) }
        }
    }

    private func take(_ news: EtcdNews, _ state: inout State, isAll: Bool) {
        guard state.replaced == nil else { return }
        let changes = state.records.take(news)
        if isAll || changes.contains(.overrides) {
            let problem: OverrideStoreProblem? = state.records.head == nil ? .brokenHead : nil
            state.overrides = OverrideStoreState(overrides: state.records.overrides, problem: problem)
        }
        keep(&state)
    }

    /// Stores data for the next start, if it is new.
    private func keep(_ state: inout State) {
        guard let memory, let clusterID = state.clusterID else { return }
        let content = TeamMemory.Content(
            overrides: state.overrides.overrides, clusterID: clusterID, links: state.records.library.links)
        guard content != state.kept else { return }
        state.kept = content
        memory.keep(content)
    }

    /// Returns a problem if a store is not the one that was read before.
    private func problem(of read: EtcdSnapshot) -> OverrideStoreProblem? {
        guard let known = state.withLock(\.clusterID), known != read.clusterID else { return nil }
        return .anotherCluster(known, isStored: memory != nil)
    }

    private func refuse(_ problem: OverrideStoreProblem) {
        change { state in
            state.replaced = problem
            state.overrides = OverrideStoreState(overrides: state.overrides.overrides, problem: problem)
        }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            let before = (state.overrides, state.view)
            change(&state)
            let isRead = state.following == nil && state.answers
            state.view.status = TeamStatus(
                isRead ? .live(endpoint: 0) : state.condition, state.members,
                problem: state.replaced ?? (state.records.hasLaterLayout ? .laterLayout : nil))
            state.view.isKnown = state.clusterID != nil
            state.view.people = state.records.people.values.sorted {
                ($0.name, $0.session) < ($1.name, $1.session)
            }
            if state.hasRead {
                state.view.journal = state.records.journal
                state.view.library = state.records.library
                state.view.notes = state.records.leftOut.sorted { $0.key < $1.key }.map(\.value)
            }
            if state.overrides != before.0 { observers.enqueue(state.overrides) }
            if state.view != before.1 { viewers.enqueue(state.view) }
        }
        observers.deliver()
        viewers.deliver()
    }
}

/// The state of a team that a dashboard shows.
public struct TeamView: Sendable, Hashable {
    /// The state of the store.
    package var status = TeamStatus()
    /// Whether the content of the store is known, from now or from an earlier program.
    package var isKnown = false
    /// The people who are online, sorted by name.
    package var people: [TeamPerson] = []
    /// The stored changes to the team's overrides.
    package var journal = OverrideJournal.empty
    /// The profiles, personas and links of the team.
    package var library = TeamLibrary()
    /// Notes about keys that could not be read and are left out.
    package var notes: [String] = []

    /// Creates an empty view.
    package init() {}

    /// What happens if the store cannot be reached: `using the last known overrides of the team`.
    package var consequence: String {
        isKnown ? "using the last known overrides of the team" : "no overrides of the team are known"
    }
}
