import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

/// What a feature or a panel wants to be done in another part of the dashboard. ``DashboardState`` does it as soon as the
/// one that wants it is through, so that none of it is left among the effects of an update.
public struct Announcement: Sendable {
    enum Content: Sendable {
        /// Say something, and keep it in the log.
        case say(Notice.Words, as: LogEntry.Event)
        /// Say something of which the log has words of its own.
        case show(Notice.Words)
        /// Keep something in the log.
        case log(OperatorLog.Message)
        /// Say something no longer.
        case takeBack(String)
        /// Lay a panel over the others.
        case open(any Panel)
        /// Tell a panel, wherever it lies.
        case tellPanels(@Sendable (inout PanelStack, DashboardState) -> Void)
        /// Tell a panel, and then type what it had put aside until it was told.
        case tellWaiting(@Sendable (inout PanelStack) -> [KeyPress])
        /// Do a command, or say why it cannot be done.
        case perform(Command, argument: String?)
        /// Give a message to the dashboard, or to another feature.
        case send(Message)
        /// Let go of something that is perhaps large.
        case discard(any Sendable)
        /// List the rows again, if this screen is shown; nil for whichever is.
        case rowsChanged(Screen?)
        /// List the rows again, because it is known which keys are stale.
        case agesChanged
        /// The rows are to be filtered and looked through again, with the cursor on the first.
        case rowsFiltered
        /// Another text is looked for.
        case searchChanged
        /// Move the cursor to a row.
        case moveCursor(to: Int)
        /// Move the cursor to an item, if it is listed.
        case goTo(item: String)
        /// See that the cursor is on the screen.
        case followItem
        /// Take the marks of some keys away.
        case unmark(Set<String>)
        /// Show the details.
        case showDetails
        /// Show the values of a generation of the source.
        case showGeneration(Int)
    }

    let content: Content
}

extension Effect {
    /// Says something above the footer, and keeps it in the log.
    ///
    /// - Parameter event: what it is about.
    static func say(
        _ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6, as event: LogEntry.Event = .message
    ) -> Effect {
        announce(.say(Notice.Words(text: text, severity: severity, seconds: seconds), as: event))
    }

    /// Says something of which the log has words of its own, or which is said only in passing.
    static func show(_ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6) -> Effect {
        announce(.show(Notice.Words(text: text, severity: severity, seconds: seconds)))
    }

    /// Keeps something in the log.
    static func log(_ event: LogEntry.Event, _ text: String, severity: Notice.Severity = .success) -> Effect {
        announce(.log(.said(event, text, severity)))
    }

    /// Keeps an entry of its own in the log.
    static func log(_ entry: LogEntry) -> Effect { announce(.log(.add(entry))) }

    /// Keeps fetches of the source in the log that were made before the dashboard was opened.
    static func logEarlier(_ fetches: [FetchRecord]) -> Effect { announce(.log(.earlier(fetches))) }

    /// Says something no longer, if it is still said.
    static func takeBack(_ text: String) -> Effect { announce(.takeBack(text)) }

    /// Says that what was kept of a source cannot be read.
    static func unread(_ problem: FileProblem) -> Effect {
        say("values of before: \(problem.named(PathText.name(of: problem.path)))", .warning, seconds: 12, as: .file)
    }

    /// Lays a panel over the others.
    static func open(_ panel: any Panel) -> Effect { announce(.open(panel)) }

    /// Tells something to the panel of a type, if there is one.
    static func tell<Kind: Panel>(_ type: Kind.Type, _ change: @escaping @Sendable (inout Kind) -> Void) -> Effect {
        self.change(type) { panel in
            change(&panel)
            return true
        }
    }

    /// Tells something to the panel of a type, if there is one, which takes it by what is below it.
    static func tell<Kind: Panel>(
        _ type: Kind.Type, _ change: @escaping @Sendable (inout Kind, DashboardState) -> Void
    ) -> Effect {
        announce(
            .tellPanels { panels, state in
                panels.change(type) { panel in
                    change(&panel, state)
                    return true
                }
            })
    }

    /// Changes the panel of a type, if there is one.
    ///
    /// - Parameter change: answers whether the panel stays.
    static func change<Kind: Panel>(
        _ type: Kind.Type, _ change: @escaping @Sendable (inout Kind) -> Bool
    ) -> Effect {
        announce(.tellPanels { panels, _ in panels.change(type, change) })
    }

    /// Changes every panel.
    static func changeEach(_ change: @escaping @Sendable (inout any Panel) -> Void) -> Effect {
        announce(.tellPanels { panels, _ in panels.changeEach(change) })
    }

    /// Changes the panel of a type, if there is one, and types what it had put aside until then.
    ///
    /// - Parameter change: answers the keys that were put aside.
    static func changeTyped<Kind: Panel>(
        _ type: Kind.Type, _ change: @escaping @Sendable (inout Kind) -> [KeyPress]
    ) -> Effect {
        announce(
            .tellWaiting { panels in
                var keys: [KeyPress] = []
                panels.change(type) { panel in
                    keys = change(&panel)
                    return true
                }
                return keys
            })
    }

    /// Closes the panel of a type, if there is one.
    static func close<Kind: Panel>(_ type: Kind.Type) -> Effect { change(type) { _ in false } }

    /// Does a command, or says why it cannot be done.
    ///
    /// - Parameter argument: what followed its name.
    static func perform(_ command: Command, with argument: String? = nil) -> Effect {
        announce(.perform(command, argument: argument))
    }

    /// Gives a message to another feature.
    static func send<Part: Feature>(
        _ part: FeaturePath<Part>, _ message: Part.Message
    ) -> Effect {
        announce(.send(.to(part, message)))
    }

    /// Lets go of something that is no longer needed: in the background, because it may be large.
    static func discard(_ thing: any Sendable) -> Effect { announce(.discard(thing)) }

    /// Lists the rows of a screen again, if it is shown; without one, those of whichever is.
    static func rowsChanged(_ screen: Screen? = nil) -> Effect { announce(.rowsChanged(screen)) }

    /// Lists the rows again, because it is known which keys are stale.
    static let agesChanged = announce(.agesChanged)

    /// Filters the rows again; the cursor goes to the first.
    static let rowsFiltered = announce(.rowsFiltered)

    /// Looks for another text; the cursor goes to the first match.
    static let searchChanged = announce(.searchChanged)

    /// Moves the cursor to a row; beyond either end counts as the end.
    static func moveCursor(to row: Int) -> Effect { announce(.moveCursor(to: row)) }

    /// Moves the cursor to an item, if it is listed.
    static func goTo(item: String) -> Effect { announce(.goTo(item: item)) }

    /// Sees that the cursor is on the screen, because there is more or less room.
    static let followItem = announce(.followItem)

    /// Says that going on to what is found began again at the other end: only a word in passing, not one to be kept.
    static func wrapped(back: Bool) -> Effect {
        show("went on from the \(back ? "end" : "start")", .success, seconds: 2)
    }

    /// Takes the marks of some keys away.
    static func unmark(_ names: Set<String>) -> Effect { announce(.unmark(names)) }

    /// Shows the details.
    static let showDetails = announce(.showDetails)

    /// Shows the values of a generation of the source.
    static func showGeneration(_ index: Int) -> Effect { announce(.showGeneration(index)) }

    private static func announce(_ content: Announcement.Content) -> Effect { .inside(Announcement(content: content)) }
}

extension DashboardState {
    /// Does what is to be done here.
    ///
    /// - Returns: what is to be done outside.
    mutating func settle(_ effects: [Effect]) -> [Effect] {
        guard effects.contains(where: { if case .inside = $0 { true } else { false } }) else { return effects }
        return effects.flatMap { effect -> [Effect] in
            guard case .inside(let announcement) = effect else { return [effect] }
            return carryOut(announcement.content)
        }
    }

    private mutating func carryOut(_ content: Announcement.Content) -> [Effect] {
        switch content {
        case .say(let words, let event): say(words.text, words.severity, seconds: words.seconds, as: event)
        case .show(let words): announce(words.text, words.severity, seconds: words.seconds)
        case .log(let message): return update(\.log, with: message)
        case .takeBack(let text): if notices.notice?.text == text { notices.notice = nil }
        case .open(let panel): panels.push(panel)
        case .tellPanels(let change): withPanels(change)
        case .tellWaiting(let change): return change(&panels).flatMap { handle(InputEvent.key($0)) }
        case .perform(let command, let text): return perform(command, with: text)
        case .send(let message): return take(message)
        case .discard(let thing): background.discarded.append(thing)
        case .agesChanged:
            list.keys.agesChanged()
            rebuildListing()
        case .rowsFiltered: filterChanged()
        case .searchChanged: searchChanged()
        case .moveCursor(let row): moveCursor(to: row)
        case .goTo(let item):
            guard position.item != item else { break }
            position.item = item
            followItem()
        case .followItem: followItem()
        case .unmark(let names):
            overriding.marks.remove({ names.contains($0) }, of: source.report)
            countHiddenMarks()
        case .showDetails:
            details.isShown = true
            followItem()
        case .showGeneration(let index): return show(generationAt: index)
        case .rowsChanged(let screen): if screen == nil || screen == self.screen { rebuildListing() }
        }
        return []
    }
}
