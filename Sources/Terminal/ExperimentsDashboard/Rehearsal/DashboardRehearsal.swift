import ExperimentsCore
import Foundation

/// A dashboard that is played through without a terminal, without waiting, and without changing anything outside of
/// itself: for pictures of it, and for tests.
///
/// Fetches are answered by whoever rehearses. Overrides are set, removed and undone in memory alone. What needs a
/// terminal or an editor is left out.
public struct DashboardRehearsal {
    /// What a fetch at some time brings: events as a service tells them.
    public typealias Source = (_ trigger: FetchTrigger, _ now: Date) -> [ServiceEvent]

    /// The dashboard as it is now.
    public private(set) var state: DashboardState
    /// Whether it was left.
    public private(set) var isOver = false
    private let source: Source
    private var overrides: OverrideSet

    /// A dashboard that was just opened, and has begun to fetch as it does by itself.
    ///
    /// - Parameters:
    ///   - now: the time at which the rehearsal begins. It passes only where a script says so.
    ///   - source: answers fetches.
    public init(
        _ session: DashboardSession, options: DashboardOptions, size: CellSize, now: Date, source: @escaping Source
    ) {
        // Changes of overrides stay in memory, so that no journal tells of them.
        var session = session
        session.journal = nil
        state = DashboardState(session: session, options: options, size: size, now: now)
        overrides = state.source.report.overrides
        self.source = source
        take(.tick(now))
    }

    /// Does what a script says.
    public mutating func play(_ script: KeyScript) {
        for step in script.steps where !isOver {
            switch step {
            case .press(let press): take(.input(.key(press)))
            case .type(let text): for character in text { take(.input(.key(KeyPress(character)))) }
            case .wait(let duration): pass(duration)
            }
        }
    }

    /// Shows a screen.
    public mutating func show(_ screen: Screen) {
        state.show(screen)
    }

    /// What is to be seen, in at most so many colours.
    public func frame(depth: ColorDepth) -> Frame {
        DashboardView.frame(of: state, theme: state.shownTheme.adapted(to: depth))
    }

    /// Time passes second by second, as it does for a dashboard.
    private mutating func pass(_ duration: Duration) {
        let end = state.now + duration.inSeconds
        while state.now + 1 <= end { take(.tick(state.now + 1)) }
        if state.now < end { take(.tick(end)) }
    }

    private mutating func take(_ message: Message) {
        for effect in state.update(message) {
            switch effect {
            case .fetch(let trigger):
                for event in source(trigger, state.now) { take(.service(event, at: state.now)) }
            case .resolve(let request): take(.resolved(request.resolved(), at: state.now))
            case .prepare(let request): take(.prepared(request.prepared()))
            case .compare(let request): take(.compared(request.compared()))
            case .differ(let request): take(.differed(request.compared()))
            case .editOverrides(let edit):
                let before = overrides
                edit.apply(to: &overrides)
                take(.overridesEdited(edit, OverrideUpdate(before: before, after: overrides), at: state.now))
            case .copy(let text): take(.copied(text, CopyOutcome(places: [.desktop]), at: state.now))
            case .quit: isOver = true
            default: break
            }
        }
    }
}
