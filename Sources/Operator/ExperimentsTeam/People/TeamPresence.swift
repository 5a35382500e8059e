import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsLocks

/// Shows the team what this program's operator does, as long as the program runs.
///
/// Entries have a lease: after a crash they disappear within about 15 s, and after a normal end immediately.
final class TeamPresence: Sendable {
    /// The time, in seconds, that an entry stays after the last renewal.
    static let seconds: Int64 = 15
    /// The shortest time between two updates, so that only the end of scrolling through a list is reported.
    static let pace = Duration.milliseconds(200)

    private struct State {
        var person: TeamPerson?
        var lease: EtcdLeaseID?
        var staying: Task<Void, Never>?
        var telling: Task<Void, Never>?
    }

    private let client: EtcdClient
    private let layout: EtcdLayout
    private let time: EtcdTime
    private let state = Mutex(State())
    private let bell = TeamBell()

    init(_ client: EtcdClient, _ layout: EtcdLayout, time: EtcdTime) {
        self.client = client
        self.layout = layout
        self.time = time
    }

    /// Publishes the current state of the person.
    func announce(_ person: TeamPerson) {
        state.withLock { state in
            guard state.person != person else { return }
            state.person = person
            if state.staying == nil { begin(&state) }
        }
        bell.ring()
    }

    /// Publishes it again, because the last message may not have arrived.
    func refresh() { bell.ring() }

    /// Ends the stay.
    func leave() {
        state.withLock { state in
            state.telling?.cancel()
            state.staying?.cancel()
        }
    }

    /// Ends the session, and waits until it is removed from the store.
    func left() async {
        // A message that is under way is finished first, because after the lease it would stay in the store.
        let telling = state.withLock(\.telling)
        telling?.cancel()
        await telling?.value
        leave()
        await state.withLock(\.staying)?.value
    }

    private func begin(_ state: inout State) {
        state.staying = Task { [client, weak self] in
            await client.holdLease(seconds: Self.seconds) { [weak self] id in
                self?.state.withLock { $0.lease = id }
                self?.bell.ring()
            }
        }
        state.telling = Task { [bell, time, weak self] in
            while !Task.isCancelled {
                await bell.wait(atMost: nil, time)
                await self?.tell()
                guard (try? await time.pause(Self.pace)) != nil else { return }
            }
        }
    }

    private func tell() async {
        guard
            let (person, lease) = state.withLock({ state in
                state.person.flatMap { p in state.lease.map { (p, $0) } }
            })
        else { return }
        // Storing the same state twice does no harm, and a lost message is repeated with the next one.
        _ = try? await client.perform(
            EtcdPut(layout.key(of: .presence(person.session)), person.document, lease: .lease(lease)))
    }
}
