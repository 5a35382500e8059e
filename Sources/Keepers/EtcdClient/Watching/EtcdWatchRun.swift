import ExperimentsCore
import ExperimentsTransport
import Locks

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
    package func watch(_ ranges: [EtcdWatchedRange], tell: @escaping @Sendable (EtcdNews) async -> Void) async {
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
        mailbox.close()
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
                        number, await result { try await client.askOnce(question, at: client.endpoints[endpoint]) })
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
            return .failure(.failed(.transport(.other(host: "etcd", code: 0, reason: "cancelled")), member: "etcd"))
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

/// Passes messages from several tasks to the one that waits, one after the other. A sender waits until its message is
/// taken, so that a fast server has to wait for a slow reader; an `AsyncStream` would store everything that is sent.
final class EtcdMailbox: Sendable {
    private struct State {
        var letters: [(EtcdWatch.Input, CheckedContinuation<Void, Never>)] = []
        var reader: CheckedContinuation<EtcdWatch.Input?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Delivers an element, and waits until it is taken or the receiver has ended.
    func post(_ input: EtcdWatch.Input) async {
        await withCheckedContinuation { sender in
            let (reader, isDone) = state.withLock { state in
                guard !state.isClosed else { return (nil, true) as Handover }
                guard let reader = state.reader else {
                    state.letters.append((input, sender))
                    return (nil, false)
                }
                state.reader = nil
                return (reader, true)
            }
            reader?.resume(returning: input)
            if isDone { sender.resume() }
        }
    }

    private typealias Handover = (reader: CheckedContinuation<EtcdWatch.Input?, Never>?, isDone: Bool)

    /// Waits for a message; nil once it is closed, or if the task is cancelled. Only one task may wait.
    func next() async -> EtcdWatch.Input? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let (letter, isOver) = state.withLock { state in
                    guard !state.isClosed else { return (nil, true) as Delivery }
                    guard !state.letters.isEmpty else {
                        state.reader = reader
                        return (nil, false)
                    }
                    return (state.letters.removeFirst(), false)
                }
                if let letter {
                    reader.resume(returning: letter.0)
                    letter.1.resume()
                } else if isOver {
                    reader.resume(returning: nil)
                }
            }
        } onCancel: {
            close()
        }
    }

    private typealias Delivery = (letter: (EtcdWatch.Input, CheckedContinuation<Void, Never>)?, isOver: Bool)

    /// Ends the mailbox, and resumes all waiting tasks.
    func close() {
        let (letters, reader) = state.withLock { state in
            defer {
                state.letters = []
                state.reader = nil
                state.isClosed = true
            }
            return (state.letters, state.reader)
        }
        reader?.resume(returning: nil)
        for (_, sender) in letters { sender.resume() }
    }
}
