import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Derives news from the events of a service. Overrides are not news, because they are the operator's own.
package struct HookWatch: Sendable {
    private let keys: [CatalogKey]
    private let booleanPolicy: BooleanPolicy
    private var changes = ReportChanges()
    private var isFailing = false

    /// - Parameter keys: the declared keys.
    package init(keys: [CatalogKey], booleanPolicy: BooleanPolicy = .strict) {
        (self.keys, self.booleanPolicy) = (keys, booleanPolicy)
    }

    /// Returns the keys that changed, and whether fetches begin to fail or succeed again. The first values of the keys
    /// are not news.
    package mutating func hear(_ event: ServiceEvent, at now: Date) -> [HookEvent] {
        switch event {
        case .fetchFinished(let record):
            let wasFailing = isFailing
            isFailing = record.failure != nil
            guard isFailing != wasFailing else { return [] }
            return [isFailing ? .failing(record.failure?.summary ?? "") : .fetched]
        case .snapshotChanged(let snapshot):
            let report = Report(
                keys: keys, snapshot: snapshot, overrides: .empty, booleanPolicy: booleanPolicy, at: now)
            return changes.events(of: report).compactMap { event in
                if case .key(let row, _, let was?) = event, row.isDeclared { .key(row, was: was) } else { nil }
            }
        case .fetchStarted, .overridesChanged, .liveStatusChanged: return []
        }
    }
}

/// An event that may be news for a web hook.
package enum HookEvent: Sendable {
    /// A key has another value or status.
    case key(ReportRow, was: ReportRow)
    /// Fetches fail from now on, for this reason.
    case failing(String)
    /// Fetches succeed again.
    case fetched
}

extension WebHook.Interest {
    /// Returns the news for this interest among the events of one moment, one for each kind.
    package func news(of events: [HookEvent], at now: Date) -> [HookNews] {
        var news: [HookNews] = []
        var byKind: [HookNews.Event: [HookNews.Change]] = [:]
        for event in events {
            switch event {
            case .key(let row, let was):
                if let kind = kind(of: row, was) { byKind[kind, default: []].append(HookNews.Change(row, was: was)) }
            case .failing(let reason) where failures: news.append(HookNews(.failing, at: now, reason: reason))
            case .fetched where failures: news.append(HookNews(.fetched, at: now))
            case .failing, .fetched: break
            }
        }
        return news
            + [.broken, .recovered, .changed].compactMap { kind in
                byKind[kind].map { HookNews(kind, at: now, changes: $0) }
            }
    }

    private func kind(of row: ReportRow, _ was: ReportRow) -> HookNews.Event? {
        func isBroken(_ row: ReportRow) -> Bool { row.status == .missing || row.status == .incorrect }
        if broken {
            if row.isBroken(since: was) { return .broken }
            if isBroken(was), !isBroken(row) { return .recovered }
        }
        return keys.contains(row.name) ? .changed : nil
    }
}
