import ExperimentsCore
import ExperimentsTransport

/// Follows the changes in ranges of keys, without missing any or reporting one twice. It is a value without a clock and
/// without a network: it takes inputs and returns actions.
///
/// It reads everything at one revision, and watches from the next one. If the stream ends, it continues at another
/// member after the last event that it reported. If the history in between was compacted, it reads everything again. A
/// member may stop reporting without notice, so it regularly asks another member whether there is anything new. The
/// network may fail without notice, too: if neither that member nor the watched one responds, it starts again.
///
/// It is not a `StreamFollower`, because each attempt goes to another member, and some begin with reading everything;
/// its waits are those of a `StreamRetry`.
struct EtcdWatch: Sendable {
    /// The time within which a member must begin a watch.
    static let openingLimit = Duration.seconds(5)
    /// The interval at which it checks for missed events.
    static let probeInterval = Duration.seconds(10)
    /// The interval for the next check if an event was missed, which may be under way, or if there was no response.
    static let doubtInterval = Duration.seconds(2)
    /// The middle of the wait if a person must correct something first.
    static let refusalInterval = Duration.seconds(30)
    /// The middle of the longest wait after a round in which all members failed.
    static let longestRound = EtcdAttempts.longestWait
    private static let rules = StreamRetry.Rules(
        firstWait: EtcdAttempts.shortestWait.inSeconds, longestWait: longestRound.inSeconds,
        shortestWait: EtcdAttempts.shortestWait.inSeconds / 2, waitAfterRefusal: refusalInterval.inSeconds)
    /// The age below which a watch that ends counts as one that failed to begin.
    static let shortestLife = Duration.seconds(5)

    /// The inputs. An input of an activity has the activity's number; those of an activity that has ended are ignored.
    enum Input: Sendable {
        /// Everything was read, or could not be read.
        case loaded(Int, Result<EtcdSnapshot, EtcdError>)
        /// Bytes of the stream.
        case received(Int, [UInt8])
        /// The stream ended, or could not be opened.
        case ended(Int, EtcdFailure)
        /// There is a new token, or it could not be obtained.
        case signedIn(Int, EtcdError?)
        /// The response to the check for missed events.
        case probed(Int, Result<EtcdTransactionAnswer, EtcdError>)
        /// The time `wakeAt` has been reached.
        case woken
    }

    /// The next step.
    enum Action: Sendable, Hashable {
        /// Read everything.
        case load(Int)
        /// Open a stream at a member.
        case open(Int, endpoint: Int, body: [UInt8])
        /// Close the stream.
        case close
        /// Get a new token.
        case signIn(Int)
        /// Ask a member.
        case probe(Int, endpoint: Int, EtcdTransaction)
        /// Report the news.
        case tell(EtcdNews)
    }

    /// The current activity. `after` is the activity that follows a pause.
    enum Phase: Hashable {
        case loading
        case signingIn
        case opening(until: Duration)
        case live(since: Duration)
        case resting(until: Duration, reads: Bool)
        case over
    }

    let ranges: [EtcdWatchedRange]
    let members: [String]
    let mayHaveToSignIn: Bool
    var phase = Phase.loading
    var condition = EtcdWatchCondition.connecting
    /// Counts activities, so that responses to one that has ended are recognized.
    var activity = 0
    var endpoint: Int
    /// The number of failures in a row, of all members.
    var failures = 0
    /// Counts the rounds in which all members failed.
    var retry = StreamRetry(Self.rules)
    /// The times before which members asked not to be asked again.
    var resting: [Int: Duration] = [:]
    var hasSignedIn = false
    var clusterID: UInt64?
    var lines = EtcdLines()
    var created: Set<Int64> = []
    var positions: [EtcdPosition] = []
    var probes = EtcdProbes()
    /// The time of the last input, since any moment.
    var now = Duration.zero
    /// The random number of the last input, from 0 up to 1.
    var fraction = 0.0

    /// - Parameters:
    ///   - members: the names of the members, for messages.
    ///   - first: the number of the one to watch at first.
    ///   - mayHaveToSignIn: whether there is a user who could sign in.
    init(_ ranges: [EtcdWatchedRange], members: [String], first: Int = 0, mayHaveToSignIn: Bool = false) {
        (self.ranges, self.members, self.mayHaveToSignIn) = (ranges, members, mayHaveToSignIn)
        endpoint = first
    }

    /// Whether the watch has ended.
    var isOver: Bool { phase == .over }

    /// The time at which it must be called again; nil if it waits for something else.
    var wakeAt: Duration? {
        switch phase {
        case .loading, .signingIn, .over: nil
        case .opening(let until), .resting(let until, _): until
        case .live: probes.due
        }
    }

    /// Starts the watch, and returns what to do.
    mutating func start() -> [Action] {
        [.tell(.condition(condition)), load()]
    }

    /// Returns what to do after `input`.
    ///
    /// - Parameters:
    ///   - now: the time since a fixed moment.
    ///   - fraction: a random number from 0 up to 1.
    mutating func take(_ input: Input, at now: Duration, fraction: Double) -> [Action] {
        guard !isOver else { return [] }
        (self.now, self.fraction) = (now, fraction)
        return switch input {
        case .loaded(activity, let result): loaded(result)
        case .received(activity, let bytes): received(bytes)
        case .ended(activity, let failure): failed(failure)
        case .signedIn(activity, nil): open()
        case .signedIn(activity, let error?): rest(error, reads: false)
        case .probed(let number, let result): probed(number, result)
        case .woken: woken()
        case .loaded, .received, .ended, .signedIn: []
        }
    }

    mutating func load() -> Action {
        activity += 1
        phase = .loading
        return .load(activity)
    }

    private mutating func loaded(_ result: Result<EtcdSnapshot, EtcdError>) -> [Action] {
        guard phase == .loading else { return [] }
        switch result {
        case .failure(let error): return rest(error, reads: true)
        case .success(let snapshot):
            guard clusterID == nil || clusterID == snapshot.clusterID else { return over() }
            clusterID = snapshot.clusterID
            positions = ranges.map { _ in EtcdPosition(after: snapshot.revision) }
            return [.tell(.state(snapshot))] + open()
        }
    }

    mutating func open() -> [Action] {
        activity += 1
        phase = .opening(until: now + Self.openingLimit)
        lines = EtcdLines()
        created = []
        for index in positions.indices { positions[index].disconnect() }
        return [.open(activity, endpoint: endpoint, body: body)]
    }

    /// The requests for all watches. Nothing can be sent later, so they share one stream, distinguished by their
    /// numbers.
    private var body: [UInt8] {
        EtcdWatch.requestBody(
            zip(ranges, positions).enumerated().map { number, watched in
                var request = JSONObject()
                request.set(watched.0.range)
                request["start_revision"] = .number64(watched.1.next)
                request["progress_notify"] = true
                request["fragment"] = true
                request["watch_id"] = .number64(Int64(number + 1))
                return JSONObject(setting: [.init(name: "create_request", value: .object(request))])
            })
    }

    private mutating func woken() -> [Action] {
        guard let wakeAt, now >= wakeAt else { return [] }
        switch phase {
        case .resting(_, reads: true): return [load()]
        case .resting(_, reads: false): return open()
        case .opening:
            let silence = TransportError.timedOut(after: Self.openingLimit, host: members[endpoint])
            return failed(.transport(silence))
        case .live:
            let (number, other) = probes.begin(members: members.count, watching: endpoint)
            let reads = zip(ranges, positions).map { watched, position in
                EtcdOperation.read(
                    EtcdRead(watched.probe, limit: 1, changedSince: position.next, detail: .keys))
            }
            return [.probe(number, endpoint: other, EtcdTransaction(then: reads))]
        case .loading, .signingIn, .over: return []
        }
    }
}

/// The parts of the stream.
extension EtcdWatch {
    mutating func received(_ bytes: [UInt8]) -> [Action] {
        var actions: [Action] = []
        do {
            for line in try lines.read(bytes) {
                let number = activity
                actions += try heard(EtcdWatchLine(line))
                // The line ended the stream: the lines after it are not needed.
                guard number == activity, !isOver else { break }
            }
        } catch {
            actions += failed(.invalid(error))
        }
        return actions
    }

    private mutating func heard(_ line: EtcdWatchLine) throws(MessageError) -> [Action] {
        switch line {
        case .refused(let refusal): return failed(.refused(refusal))
        case .created(_, let header), .compacted(let header, _), .events(_, let header, _, _),
            .progress(_, let header):
            guard header.clusterID == clusterID else { return over() }
        }
        switch line {
        case .refused: return []
        case .compacted: return [.close, load()]
        case .created(let watch, _):
            if index(of: watch) != nil { created.insert(watch) }
            guard created.count == ranges.count else { return [] }
            phase = .live(since: now)
            hasSignedIn = false
            probes.restart(at: now)
            return tell(.live(endpoint: endpoint))
        case .progress(let watch, let header):
            if let index = index(of: watch) { positions[index].pass(header.revision) }
            return []
        case .events(let watch, _, let events, let isPart):
            guard let index = index(of: watch) else {
                throw MessageError("events belong to a watch that was not requested")
            }
            let news = try positions[index].take(events, isPart: isPart)
            return news.isEmpty ? [] : [.tell(.events(range: index, news))]
        }
    }

    private func index(of watch: Int64) -> Int? {
        positions.indices.contains(Int(clamping: watch &- 1)) ? Int(watch) - 1 : nil
    }
}
