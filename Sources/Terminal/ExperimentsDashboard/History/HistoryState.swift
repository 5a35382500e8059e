import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

/// The fetches and the earlier values of the source, and the moment shown on the screen.
struct HistoryState: Sendable {
    /// The stored values from before the dashboard was opened, which are only read when needed.
    enum Past: Sendable, Hashable {
        case unread
        /// The values were requested. `stepsBack` tells whether to go one step back when they arrive.
        case asked(stepsBack: Bool)
        /// The values are in the timeline, or do not exist.
        case read
    }

    /// The fetches so far.
    var fetches: FetchHistory
    /// The fetches stored before the dashboard was opened, oldest first.
    var earlier: [FetchRecord] = []
    /// The values of the source so far.
    var timeline: Timeline
    /// Whether the values before the dashboard was opened are in the timeline.
    var past: Past
    /// The number of snapshots that have arrived.
    var announced = 0
    /// The generation on the screen, if it is not the newest.
    var shownGeneration: Int?
    /// Whether live updates are held back.
    var isPaused = false
    /// The generation that stays on the screen while updates are held back.
    var pausedGeneration: Int?
    /// For each fetch, the number of snapshots that had arrived when it ended.
    var fetchGenerations: [Int: Int] = [:]
    /// The fetch that others are compared with.
    var pickedFetch: Int?

    /// Creates the history of a source that is now shown.
    ///
    /// - Parameters:
    ///   - keepsValues: whether values are stored after the dashboard ends.
    ///   - announced: the number of earlier snapshots, including those of other sources. It tells their answers apart
    ///     from those of this source.
    init(
        _ fetches: FetchHistory, of snapshot: Snapshot, at now: Date, keepsValues: Bool = false,
        announced: Int = 0
    ) {
        self.fetches = fetches
        timeline = Timeline(snapshot, at: now)
        past = keepsValues ? .unread : .read
        self.announced = announced
    }

    /// Takes over what is kept about the source since it was last shown. The fetches are already those of now.
    mutating func restore(_ before: HistoryState) {
        earlier = before.earlier
        timeline = before.timeline
        fetchGenerations = before.fetchGenerations
        // A request whose answer came while another source was shown got no answer.
        past = before.isPastAwaited ? .unread : before.past
    }

    /// The number of fetches, including earlier ones.
    var count: Int { earlier.count + fetches.records.count }

    /// The fetch at an index among all, oldest first.
    subscript(number: Int) -> FetchRecord {
        number < earlier.count ? earlier[number] : fetches.records[number - earlier.count]
    }

    /// The fetch with an identity.
    func fetch(id: Int) -> FetchRecord? {
        isEarlier(id) ? earlier.first { $0.id == id } : fetches.records.first { $0.id == id }
    }

    /// Whether a fetch was made before the dashboard was opened.
    func isEarlier(_ id: Int) -> Bool { id <= 0 }

    /// Whether earlier values were requested and have not arrived.
    var isPastAwaited: Bool { if case .asked = past { true } else { false } }

    /// Whether the last fetch failed.
    var isFailing: Bool { fetches.last?.failure != nil }

    /// Whether the screen shows older values than the source has now.
    var isInThePast: Bool { shownGeneration != nil }

    /// The index in the timeline of the values on the screen.
    var shownIndex: Int {
        let number = shownGeneration ?? (isPaused ? pausedGeneration : nil)
        guard let number else { return timeline.generations.count - 1 }
        // If the generation is gone, use the oldest stored one.
        return timeline.index(of: number) ?? 0
    }

    /// Returns the index in the timeline of the source's values after a fetch; nil if they are no longer stored.
    func generationIndex(of record: FetchRecord) -> Int? {
        guard isEarlier(record.id) else {
            return fetchGenerations[record.id].flatMap { timeline.index(of: $0) }
        }
        // The values after a fetch are those that it brought, or earlier ones.
        return timeline.generations.lastIndex { $0.since <= record.startedAt }
    }

    /// Adds a fetch that has ended, and notes the values of the source at that time.
    mutating func append(_ record: FetchRecord) {
        fetches.append(record)
        fetchGenerations[record.id] = announced
        if let first = fetches.records.first { fetchGenerations[first.id - 1] = nil }
    }
}

// Going back in time, and the values from before the dashboard was opened.
extension HistoryState: Feature {
    enum Message: Sendable {
        /// A fetch ended.
        case fetched(FetchRecord)
        /// A snapshot arrived.
        case arrived(Snapshot)
        /// Show the previous or the next generation.
        case step(back: Bool)
        /// Show a generation by number, or the present if it is no longer stored.
        case goTo(generation: Int?)
        /// Show the values as a fetch left them.
        case travelToFetch(FetchRecord)
        /// Show the current values of the source, or those that were on the screen when updates were paused.
        case returnToNow
        /// Pause live updates, or resume them.
        case togglePause
        /// Select a fetch for comparison, or clear the selection.
        case pick(FetchRecord)
        /// The fetches of a source that were stored before this dashboard was opened, the oldest first.
        case earlierFetches([FetchRecord], source: String?)
        /// The values of a source before this dashboard was opened, or the reason why they cannot be read.
        case earlierValues(Result<EarlierValues, FileProblem>, source: String?)
    }

    static let commands: [Command] = [.stepBack, .stepForward, .pickFetch, .viewFetch]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .fetched(let record): return take(record)
        case .arrived(let snapshot): return tellProblems(of: snapshot)
        case .step(let back): return step(back: back, context)
        case .goTo(let number):
            guard number != shownGeneration else { return [] }
            if let index = number.flatMap({ timeline.index(of: $0) }) { return travel(to: index, context) }
            return isInThePast ? returnToNow() : []
        case .travelToFetch(let record):
            return generationIndex(of: record).map { travel(to: $0, context) } ?? []
        case .returnToNow: return returnToNow()
        case .togglePause: return togglePause(context)
        case .pick(let record): return pick(record, context)
        case .earlierFetches(let records, let name):
            guard name == context.source.name else { return [] }
            earlier = records
            return [.rowsChanged(.history), .log(.earlier(records))]
        case .earlierValues(let result, let name):
            return name == context.source.name ? take(result, context) : []
        }
    }

    /// Reads earlier values if earlier fetches are listed, or if the details of a key fill the screen.
    mutating func follow(_ context: DashboardState) -> [Effect] {
        let showsTimeline =
            context.screen.listsKeys && context.details.isShown && context.details.size.isZoomed
        guard context.screen == .history || showsTimeline, !earlier.isEmpty else { return [] }
        return readPast(steppingBack: false, context)
    }

    private mutating func take(_ record: FetchRecord) -> [Effect] {
        append(record)
        let before = fetches.records.dropLast()
        guard let failure = record.failure else {
            // The message about a failure disappears after a successful fetch.
            return before.last?.failure.map { [.takeBack($0.notice)] } ?? []
        }
        // The full reason of a failure is shown once, and not repeated while fetches fail for the same reason.
        let failures = before.reversed().lazy.map(\.failure).prefix { $0 != nil }
        guard !failures.contains(where: { $0?.summary == failure.summary }) else { return [] }
        return [.show(failure.notice, .error, seconds: 10)]
    }

    /// Reports a problem of the whole source once, when it is new.
    private func tellProblems(of snapshot: Snapshot) -> [Effect] {
        let known = Set(timeline.newest.contentProblems)
        let new = snapshot.contentProblems.filter { !known.contains($0) }
        guard let first = new.first else { return [] }
        return [.say(new.count == 1 ? first : "\(first) (and \(new.count - 1) more)", .warning, seconds: 10)]
    }

    private mutating func step(back: Bool, _ context: DashboardState) -> [Effect] {
        let next = shownIndex + (back ? -1 : 1)
        guard next < 0 else { return travel(to: next, context) }
        let effects = readPast(steppingBack: true, context)
        return effects + (isPastAwaited ? [] : [.say("no older values are stored", .warning, seconds: 3)])
    }

    private mutating func travel(to index: Int, _ context: DashboardState) -> [Effect] {
        guard index < timeline.generations.count - 1 else { return returnToNow() }
        let generation = timeline.generations[index]
        shownGeneration = generation.id
        let version = generation.version.map { ", version \($0)" } ?? ""
        let since = context.project.shortTime(generation.since, at: context.now)
        let words = "values since \(since)\(version)" + context.project.wayBack
        return [.showGeneration(index), .say(words, .warning, about: .moment)]
    }

    private mutating func returnToNow() -> [Effect] {
        shownGeneration = nil
        let words = isPaused ? "back to the paused values" : "back to the current values"
        return [.showCurrent, .say(words, .success, seconds: 3, about: .moment)]
    }

    private mutating func togglePause(_ context: DashboardState) -> [Effect] {
        isPaused.toggle()
        guard isPaused else {
            pausedGeneration = nil
            return [.say("live again", .success, about: .moment)] + (isInThePast ? [] : [.showCurrent])
        }
        pausedGeneration = timeline.newestGeneration.id
        let resumes = context.project.keyMap.name(of: .pause).map { ", \($0) to resume" } ?? ""
        return [.say("paused" + resumes, .warning, about: .moment)]
    }

    private mutating func pick(_ record: FetchRecord, _ context: DashboardState) -> [Effect] {
        pickedFetch = pickedFetch == record.id ? nil : record.id
        guard pickedFetch != nil else { return [] }
        let name = name(of: record, in: context.project.localTime)
        return [.showDetails, .say("move to another fetch to compare it with \(name)", .success)]
    }
}

// The values of the source before the dashboard was opened.
extension HistoryState {
    /// Requests earlier values once, but not before current values are known.
    private mutating func readPast(steppingBack: Bool, _ context: DashboardState) -> [Effect] {
        if steppingBack, case .asked = past { past = .asked(stepsBack: true) }
        guard past == .unread, timeline.newest.fetchedAt != nil else { return [] }
        past = .asked(stepsBack: steppingBack)
        return [.readEarlierValues(EarlierValuesRequest(source: context.source.name, timeline))]
    }

    /// Stores the earlier values, if they could be read.
    private mutating func take(_ result: Result<EarlierValues, FileProblem>, _ context: DashboardState)
        -> [Effect]
    {
        guard case .asked(let stepsBack) = past else { return [] }
        past = .read
        switch result {
        case .success(let earlier):
            guard timeline.prepend(earlier) else {
                // The generation that they lead to was removed in the meantime.
                past = .unread
                return stepsBack ? readPast(steppingBack: true, context) : []
            }
        case .failure(let problem): return [.unread(problem)]
        }
        return stepsBack ? step(back: true, context) : []
    }
}

extension HistoryState {
    /// Returns the name of a fetch: its number, or its time if it was made before the dashboard was opened.
    func name(of record: FetchRecord, in localTime: LocalTime) -> String {
        guard isEarlier(record.id) else { return "fetch \(record.id)" }
        return "fetch of \(TimeText.dateAndTime(record.startedAt, in: localTime))"
    }

    /// The reason why the values of a fetch are not available.
    var reasonNoValues: String {
        past == .read ? "the values of this fetch are no longer stored" : "reading earlier values…"
    }

    /// Returns the parts of a fetch that a filter examines: the keys it changed, with their old and new values.
    func subject(of record: FetchRecord, for filter: Filter) -> FilterSubject {
        let changes = record.difference.changes
        var subject = FilterSubject(
            names: Array(changes.keys),
            texts: [record.statusWord, record.version, record.trigger.word, record.failure?.summary]
                .compactMap(\.self),
            values: changes.values.flatMap(\.texts), source: record.trigger.word, changedAt: record.startedAt)
        subject.changedLast = !changes.isEmpty
        // The record of a large fetch lists only its first changes; the timeline knows the others.
        if record.difference.count > changes.count, let index = generationIndex(of: record), index > 0 {
            let reversal = timeline.generations[index - 1].reversal
            for term in filter.terms {
                guard let name = term.name, reversal[name] != nil else { continue }
                subject.names.append(name)
            }
        }
        return subject
    }
}

extension FilterTerm {
    /// The text, if it can be a whole name.
    fileprivate var name: String? {
        switch condition {
        case .word(let needle), .literal(let needle), .text(.key, let needle): needle.text
        default: nil
        }
    }
}

// New values, and older ones that are shown again.
extension DashboardState {
    /// Resolves synchronously if that is quick, otherwise in the background, so that no key press waits for it.
    mutating func resolve(_ snapshot: Snapshot) -> [Effect] {
        history.announced += 1
        source.explanation.expire()
        let isShown = !history.isPaused && !history.isInThePast && source.viewed == nil
        return resolve(
            .arrival(snapshot, after: history.timeline.newest, number: history.announced), isShown: isShown,
            count: snapshot.entries.count)
    }

    private mutating func resolve(_ content: ResolutionRequest.Content, isShown: Bool, count: Int) -> [Effect]
    {
        if isShown { background.resolutionNumber += 1 }
        let request = ResolutionRequest(
            number: isShown ? background.resolutionNumber : nil, content, keys: project.keys,
            after: self.content,
            listing: list.keys,
            choice: listingChoice, alertRules: project.alertRules)
        guard (project.keys.count + count) / 2 <= list.keys.quickCount else { return [.resolve(request)] }
        return take(request.resolved())
    }

    /// Takes resolved values, computed here or in the background.
    mutating func take(_ resolved: ResolvedSnapshot) -> [Effect] {
        var effects: [Effect] = []
        let isCurrent = resolved.number == background.resolutionNumber
        // Another snapshot may have arrived since, or this one was cancelled.
        var timesAreKnown = resolved.times.revision == source.changedAt.revision
        if let arrival = resolved.arrival, arrival.number == history.announced {
            // An earlier announcement may differ from the stored value by now.
            if let news = resolved.alert { effects += update(\.project.alertRules, with: .came(news)) }
            discard(history.timeline.newest)
            discard(
                history.timeline.append(arrival.snapshot, arrival.reversal, number: arrival.number, at: now))
            discard(source.changedAt.replaceArrivals(resolved.times.arrivals))
            if !isCurrent {
                list.keys.timesChanged()
                // The snapshot arrived while older values were shown, which is no longer the case.
                if !history.isPaused, !history.isInThePast, source.viewed == nil {
                    return effects + show(generationAt: history.timeline.generations.count - 1)
                }
            }
        } else if resolved.arrival != nil {
            timesAreKnown = false
        }
        guard isCurrent, let report = resolved.report, var list = resolved.listing else {
            if screen == .history { rebuildListing() }
            return effects
        }
        discard(source.lastChanges)
        source.lastChanges = resolved.lastChanges
        if resolved.arrival != nil { source.ownChanges = resolved.lastChanges }
        if !timesAreKnown { list.timesChanged() }
        // Overrides may have changed while the keys were resolved.
        show(
            report, list, showing: timesAreKnown ? resolved.choice : nil,
            overrides: self.source.report.overrides,
            fetchedAt: self.source.report.fetchedAt)
        return effects
    }

    mutating func show(generationAt index: Int) -> [Effect] {
        // The newest values have the changes that came with them, whatever was looked at in the meantime.
        let isNewest = index == history.timeline.generations.count - 1
        return resolve(
            .generation(history.timeline, index: index, changes: isNewest ? source.ownChanges : nil),
            isShown: true,
            count: history.timeline.newest.entries.count)
    }

    /// Shows the current values again: those of a view, if there is one, otherwise the source's own.
    mutating func showCurrent() -> [Effect] {
        guard let viewed = source.viewed, !history.isInThePast else {
            return show(generationAt: history.shownIndex)
        }
        return resolve(.view(viewed), isShown: true, count: viewed.entries.count)
    }

    /// Shows the values of a view. They are not the source's own, so that nothing which is kept about the source
    /// changes: neither its history, nor the times of its changes.
    ///
    /// - Parameter snapshot: nil to end the view.
    mutating func view(_ snapshot: Snapshot?) -> [Effect] {
        guard snapshot != nil || source.viewed != nil else { return [] }
        source.viewed = snapshot
        source.explanation.expire()
        return history.isPaused || history.isInThePast ? [] : showCurrent()
    }
}
