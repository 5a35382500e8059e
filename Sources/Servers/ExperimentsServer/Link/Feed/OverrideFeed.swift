import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// The overrides of all scopes, with a record of which keys changed at which revision. From these it computes the
/// message for a client that has an earlier revision.
///
/// A message always contains the current state of a key. So a client that missed any number of changes needs only one
/// message, and getting the same message twice does no harm.
struct OverrideFeed: Sendable {
    /// The maximum number of remembered changes.
    static let changeLimit = 1_000
    /// The maximum number of names of keys in remembered changes. The last change is always remembered, even if it is
    /// larger.
    static let nameLimit = 100_000

    private struct Change: Sendable {
        /// The revision before the change.
        let before: LinkRevision
        let names: [OverrideScope: Set<String>]
        var count: Int { names.values.reduce(0) { $0 + $1.count } }
    }

    /// The overrides.
    private(set) var overrides = OverrideSet.empty
    /// The name of the state.
    private(set) var revision: LinkRevision
    /// The time up to which expired overrides were processed.
    private(set) var time: Date
    private var changes: [Change] = []
    private var nameCount = 0
    /// Whether states are named by a digest of their content, which is the same on all servers of these overrides, and
    /// not by a count.
    private let isNamedByContent: Bool

    /// Creates a feed without overrides.
    ///
    /// - Parameter revision: the first revision of the count.
    init(from revision: LinkRevision, at now: Date) {
        self.revision = revision
        time = now
        isNamedByContent = false
    }

    /// Creates a feed without overrides, whose states have the same names on all servers of the same overrides.
    init(namedByContentAt now: Date) {
        revision = LinkRevision(of: OverrideSet.empty, at: now)
        time = now
        isNamedByContent = true
    }

    /// Takes over the current content of a store.
    ///
    /// - Returns: whether anything changed.
    mutating func adopt(_ new: OverrideSet, at now: Date) -> Bool {
        let changed = new.scopedNamesChanged(from: overrides)
        overrides = new
        let (isChanged, hasEnded) = (note(changed), tick(now))
        return isChanged || hasEnded
    }

    /// Processes overrides that have ended by now.
    ///
    /// - Returns: whether any has.
    mutating func tick(_ now: Date) -> Bool {
        // After the clock was set back, no override ends twice.
        guard now > time else { return false }
        let ended = overrides.namesEnded(after: time, until: now)
        time = now
        return note(ended)
    }

    private mutating func note(_ names: [OverrideScope: Set<String>]) -> Bool {
        guard !names.isEmpty else { return false }
        let change = Change(before: revision, names: names)
        revision = isNamedByContent ? LinkRevision(of: overrides, at: time) : revision.next
        changes.append(change)
        nameCount += change.count
        while changes.count > 1, changes.count > Self.changeLimit || nameCount > Self.nameLimit {
            nameCount -= changes.removeFirst().count
        }
        return true
    }

    /// The next time at which an override ends.
    var nextExpiry: Date? { overrides.nextEnd(after: time) }

    /// Returns the changes that a client of a scope needs.
    ///
    /// - Parameter known: the revision of the client; nil if it has none.
    func news(for scope: OverrideScope, since known: LinkRevision?) -> News {
        guard known != revision else { return News(audience: overrides.view(of: scope), content: .nothing) }
        // A state may occur more than once. The changes after its last occurrence are new.
        guard let known, let first = changes.lastIndex(where: { $0.before == known }) else {
            return News(audience: overrides.view(of: scope), content: .whole)
        }
        var audience = overrides.view(of: scope)
        var names: Set<String> = []
        for change in changes[first...].reversed() {
            for layer in scope.reaching {
                guard let changed = change.names[layer] else { continue }
                names.formUnion(changed)
                // Other clients of a scope wider than the change need different changes.
                audience = max(audience, layer)
            }
        }
        return News(audience: audience, content: names.isEmpty ? .nothing : .changes(since: known, of: names))
    }

    /// Returns the state for a client of a scope.
    func state(for scope: OverrideScope) -> LinkedState {
        LinkedState(
            revision: revision,
            overrides: overrides.effective(for: scope, at: time).mapValues(LinkedOverride.init))
    }

    /// Returns the event for all clients that need the same changes; nil if there are none.
    func event(_ news: News) -> LinkEvent? {
        let state = state(for: news.audience)
        switch news.content {
        case .nothing: return nil
        case .whole: return .state(state)
        case .changes(let since, let names):
            return .changes(
                LinkedChanges(
                    since: since, revision: revision,
                    changed: state.overrides.filter { names.contains($0.key) },
                    removed: names.filter { state.overrides[$0] == nil }.sorted()))
        }
    }

    /// The changes that a client needs.
    struct News: Sendable, Hashable {
        /// The scope in which all clients with the same revision need the same changes.
        let audience: OverrideScope
        let content: Content
    }

    /// All overrides, or the changes of some keys.
    enum Content: Sendable, Hashable {
        case nothing
        case whole
        case changes(since: LinkRevision, of: Set<String>)
    }
}

extension LinkedOverride {
    fileprivate init(_ scoped: ScopedOverride) {
        let scope: LinkedScope =
            switch scoped.scope {
            case .everyone: .everyone
            case .app: .app
            case .installation: .installation
            }
        self.init(scoped.override, scope: scope)
    }
}

/// Returns the narrower of two scopes that apply to the same installation.
private func max(_ one: OverrideScope, _ other: OverrideScope) -> OverrideScope {
    one.reaching.count >= other.reaching.count ? one : other
}

extension LinkRevision {
    /// Creates the name of a state from its content. Servers with the same overrides give it the same name, regardless
    /// of their earlier states.
    ///
    /// An override that has ended is ignored, as if it did not exist.
    init(of overrides: OverrideSet, at now: Date) {
        var text = ""
        for scope in overrides.scopes {
            let entries = overrides[scope].entries.filter { !$0.value.isExpired(at: now) }
            for (name, override) in entries.sorted(by: { $0.key < $1.key }) {
                text +=
                    OverrideAddress(name, scope).text + "\0" + JSONValue.object(override.entry).compactText
                    + "\0"
            }
        }
        self = LinkRevision(contentOf: LinkDigest(of: text).hexadecimal)
    }
}
