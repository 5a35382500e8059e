import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport

extension EtcdClient {
    /// Follows ranges of keys: reports their content first, and then each change, without missing any or reporting one
    /// twice.
    ///
    /// It continues until the calling task is cancelled, despite any failures, unless another cluster is found at an
    /// old address.
    ///
    /// - Parameters:
    ///   - ranges: the ranges to watch; at least one.
    ///   - tell: called with all news, in order. While it runs, no further news are received.
    package func watch(_ ranges: [EtcdWatchedRange], tell: @escaping @Sendable (EtcdNews) async -> Void) async
    {
        let run = EtcdWatchRun(client: self, tell: tell)
        await run.run(ranges)
    }
}

/// Carries out the actions of an `EtcdWatch`, and passes the results to it.
private struct EtcdWatchRun {
    /// The longest time without any data in a stream. Members report every 10 minutes that nothing has happened.
    static let silenceLimit = Duration.seconds(1800)

    let client: EtcdClient
    let tell: @Sendable (EtcdNews) async -> Void
    let mailbox = EtcdMailbox()

    /// The concurrent tasks.
    private struct Tasks {
        var activity: Task<Void, Never>?
        var probe: Task<Void, Never>?
        var alarm: (at: Duration, task: Task<Void, Never>)?

        func cancel() {
            activity?.cancel()
            probe?.cancel()
            alarm?.task.cancel()
        }
    }

    func run(_ ranges: [EtcdWatchedRange]) async {
        guard !ranges.isEmpty, !client.endpoints.isEmpty else { return }
        var watch = EtcdWatch(
            ranges, members: client.endpoints.map(\.description), first: client.endpoint,
            mayHaveToSignIn: client.signIn.credentials != nil)
        var tasks = Tasks()
        await perform(watch.start(), of: watch, &tasks)
        while !watch.isOver, let input = await mailbox.next() {
            let actions = watch.take(input, at: client.time.now(), fraction: client.time.fraction())
            await perform(actions, of: watch, &tasks)
        }
        tasks.cancel()
        await mailbox.close()
    }

    private func perform(_ actions: [EtcdWatch.Action], of watch: EtcdWatch, _ tasks: inout Tasks) async {
        for action in actions {
            switch action {
            case .tell(let news): await tell(news)
            case .close: tasks.activity?.cancel()
            case .load(let number):
                let ranges = watch.ranges.map(\.range)
                tasks.activity = begin { .loaded(number, await result { try await client.readAll(ranges) }) }
            case .open(let number, let endpoint, let body):
                tasks.activity = Task { await follow(number, at: client.endpoints[endpoint], body: body) }
            case .signIn(let number):
                let refused = client.signIn.token
                tasks.activity = begin {
                    .signedIn(number, await result { try await client.renewToken(refused) }.failure)
                }
            case .probe(let number, let endpoint, let question):
                tasks.probe = begin {
                    .probed(
                        number,
                        await result { try await client.askOnce(question, at: client.endpoints[endpoint]) })
                }
            }
        }
        setAlarm(for: watch.wakeAt, &tasks)
    }

    private func setAlarm(for time: Duration?, _ tasks: inout Tasks) {
        guard tasks.alarm?.at != time else { return }
        tasks.alarm?.task.cancel()
        tasks.alarm = time.map { time in
            let task = Task {
                do { try await client.time.pause(max(time - client.time.now(), .zero)) } catch { return }
                await mailbox.post(.woken)
            }
            return (time, task)
        }
    }

    private func begin(_ work: @escaping @Sendable () async -> EtcdWatch.Input) -> Task<Void, Never> {
        Task { await mailbox.post(await work()) }
    }

    /// Returns the result of a request. If the request was cancelled, no task waits for it any longer.
    private func result<Answer>(_ work: () async throws -> Answer) async -> Result<Answer, EtcdError> {
        do {
            return .success(try await work())
        } catch let error as EtcdError {
            return .failure(error)
        } catch {
            return .failure(
                .failed(.transport(.other(host: "etcd", code: 0, reason: "cancelled")), member: "etcd"))
        }
    }

    private func follow(_ number: Int, at endpoint: EtcdEndpoint, body: [UInt8]) async {
        do {
            let pieces = try await client.openWatch(
                body, at: endpoint, token: client.signIn.token, silence: Self.silenceLimit)
            for try await piece in pieces { await mailbox.post(.received(number, piece)) }
            throw EtcdFailure.transport(.connectionLost(host: endpoint.description))
        } catch let failure as EtcdFailure {
            await mailbox.post(.ended(number, failure))
        } catch let error as TransportError {
            await mailbox.post(.ended(number, .transport(error)))
        } catch {
            // The task was cancelled, and no other task waits for it.
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// Passes inputs to the state machine. Each sender waits until its input is taken, so that a slow reader slows the
/// network down.
struct EtcdMailbox: Sendable {
    private typealias Letter = (input: EtcdWatch.Input, sender: CheckedContinuation<Void, Never>)
    private let letters: AsyncStream<Letter>
    private let slot: AsyncStream<Letter>.Continuation

    init() {
        (letters, slot) = AsyncStream.makeStream()
    }

    /// Sends an input, and waits until it is taken, or until the mailbox is closed.
    func post(_ input: EtcdWatch.Input) async {
        await withCheckedContinuation { sender in
            if case .terminated = slot.yield((input, sender)) { sender.resume() }
        }
    }

    /// Waits for the next input; nil if the mailbox is closed, or the task is cancelled.
    func next() async -> EtcdWatch.Input? {
        guard !Task.isCancelled else { return nil }
        var iterator = letters.makeAsyncIterator()
        guard let letter = await iterator.next() else { return nil }
        letter.sender.resume()
        return letter.input
    }

    /// Lets all senders continue.
    func close() async {
        slot.finish()
        await Task { for await letter in letters { letter.sender.resume() } }.value
    }
}
