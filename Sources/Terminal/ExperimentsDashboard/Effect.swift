import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import ExperimentsTeam
import Foundation

/// Work for the outside world that the dashboard requests. Its cases are allocated on the heap, like those of
/// `Message`.
package indirect enum Effect: Sendable {
    /// Fetch from the source.
    case fetch(FetchTrigger)
    /// Resolve the keys against a snapshot. This may take longer than a frame.
    case resolve(ResolutionRequest)
    /// Sort a list and make it searchable. This may take longer than a frame.
    case prepare(PreparationRequest)
    /// Compare two sources. This may take longer than a frame.
    case compare(ComparisonRequest)
    /// Compare two large values. This may take longer than a frame.
    case differ(DifferenceRequest)
    /// Read the values of the source before the dashboard was opened.
    case readEarlierValues(EarlierValuesRequest)
    /// Read how long keys have had their values.
    case readValueAges(ValueAgesRequest)
    /// Read the earlier values of a key.
    case readTimeline(KeyTimelineRequest)
    /// Find the places in the app's code that use a key, by name.
    case findReferences(String)
    /// Compute the change that removes a key from the app's code, or write it.
    case retire(RetirementRequest)
    /// Open a place of a file in `$EDITOR`.
    case openPlace(FilePlace)
    /// Run a program of the user's own.
    case runCommand(CommandRequest)
    /// Stop a program.
    case stopCommand(Int)
    /// Remember that the user allowed a command of the project file, by its digest.
    case allowCommand(String)
    /// Release something large. This may take longer than a frame.
    case release(DiscardedValues)
    /// Report to the team what this operator looks at.
    case announce(TeamPerson)
    /// Store something under a name for the team, or remove it.
    case shelve(TeamLibraryRequest)
    /// Change the overrides in the store.
    case editOverrides(OverrideEdit)
    /// Switch to another source, by name.
    case openSource(String)
    /// Read the values of another source, by name, to compare with it.
    case readSource(String)
    /// Ask other sources, by name, for their status.
    case surveySources([String])
    /// Read or change the profiles of overrides.
    case profiles(LibraryRequest<OverrideProfile>)
    /// Serve apps on some devices, replacing the current server; nil to stop serving.
    case serveApps(ServingReach?)
    /// Find the address of this machine on its network, to serve apps there and make a link for one.
    case findNetwork(linking: String?)
    /// Make a link for an app, by name, to the server of another program at this address; nil for this program's own.
    case linkApp(String, server: String?)
    /// Revoke the links of an app, by name.
    case unlinkApp(String)
    /// Read, edit or publish the template behind the source.
    case template(TemplateRequest)
    /// Look at rollouts, make their steps, or store their changes.
    case rollouts(RolloutRequest)
    /// Publish values of the source, or list published ones.
    case values(ValueRequest)
    /// Compute how an edit would change the project file, or write it.
    case editProject(ProjectEditRequest)
    /// Write the first project file.
    case startProject(String)
    /// Read the results of experiments again, because their declarations or the keys that decide them have changed.
    case followResults(ResultsUpdate, [CatalogKey])
    /// Ask the warehouse again, and read the results.
    case askWarehouse
    /// Ask the source why a name has its value.
    case explain(ExplanationRequest)
    /// Ask the source of which keys it gives users different values.
    ///
    /// - Parameter number: tells the answer apart from others.
    case readConditions(_ number: Int)
    /// Ask the source which fields its conditions use.
    case readPersonaFields
    /// Fetch for another user from now on.
    case setPersona(SourcePersona)
    /// Read or change the saved personas.
    case personas(LibraryRequest<NamedPersona>)
    /// Determine the values of keys for several personas, or at several sources.
    case evaluateMatrix(MatrixRequest)
    /// Open a text in `$EDITOR`.
    case openEditor(EditorRequest)
    /// Write the rows of a screen to a file.
    case export(ExportRequest)
    /// Put a text into the clipboard.
    case copy(String)
    /// Use the mouse, or leave it to the terminal.
    case setMouse(Bool)
    /// Read the themes again, because they may have changed.
    case readThemes
    /// Ring the bell, or send a desktop notification.
    case alert(Alert)
    /// A request of a feature or a panel to another part of the dashboard, which returns effects for the outside. All
    /// of these requests are declared in this file. ``DashboardState`` performs them as soon as the requester returns,
    /// so that the effects of an update contain none.
    case inside(@Sendable (inout DashboardState) -> [Effect])
    /// Draw the whole screen again, for example after another program has written to the terminal.
    case redraw
    /// Stop the program as ctrl-z would.
    case suspend
    /// Close the dashboard.
    case quit
}

extension DashboardState {
    /// Runs the effects for the dashboard itself.
    ///
    /// - Returns: the effects for the outside.
    mutating func settle(_ effects: [Effect]) -> [Effect] {
        guard effects.contains(where: { if case .inside = $0 { true } else { false } }) else {
            return effects
        }
        return effects.flatMap { effect -> [Effect] in
            guard case .inside(let run) = effect else { return [effect] }
            return run(&self)
        }
    }
}

extension Effect {
    private static func changing(_ change: @escaping @Sendable (inout DashboardState) -> Void) -> Effect {
        .inside { state in
            change(&state)
            return []
        }
    }

    /// Runs a command, or shows why it cannot run.
    ///
    /// - Parameter argument: the argument of the command.
    static func perform(_ command: Command, with argument: String? = nil) -> Effect {
        .inside { $0.perform(command, with: argument) }
    }

    /// Publishes changes to the template of the source, after a question.
    static func publish(_ publication: TemplatePublication) -> Effect {
        send(\.templates, .begin(publication))
    }

    /// Sends a message to another feature.
    static func send<Part: Feature>(_ part: FeaturePath<Part>, _ message: Part.Message) -> Effect {
        .inside { $0.update(part, with: message) }
    }
}

// Messages.
extension Effect {
    /// Shows a message above the footer, and logs it.
    ///
    /// - Parameters:
    ///   - event: the kind of event.
    ///   - subject: the part of the screen that the message describes, if that can change.
    static func say(
        _ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6,
        as event: LogEntry.Event = .message,
        about subject: NoticeSubject? = nil
    ) -> Effect {
        changing { $0.say(text, severity, seconds: seconds, as: event, about: subject) }
    }

    /// Shows a message that is not logged, because the log words it differently or it is only transient.
    static func show(
        _ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6,
        about subject: NoticeSubject? = nil
    ) -> Effect {
        changing { $0.announce(text, severity, seconds: seconds, about: subject) }
    }

    /// Removes a message if it is still shown.
    static func takeBack(_ text: String) -> Effect {
        changing { if $0.notices.notice?.text == text { $0.notices.notice = nil } }
    }

    /// Shows that the stored values of a source cannot be read.
    static func unread(_ problem: FileProblem) -> Effect {
        say(
            "earlier values: \(problem.named(PathText.name(of: problem.path)))", .warning, seconds: 12,
            as: .file)
    }

    /// Shows that a search continued from the other end. The message is transient, so it is not logged.
    static func wrapped(back: Bool) -> Effect {
        show("continued from the \(back ? "end" : "start")", .success, seconds: 2)
    }

    /// Adds a message to the log without showing it.
    static func log(_ message: OperatorLog.Message) -> Effect { send(\.log, message) }
}

// Changes of panels.
extension Effect {
    /// Opens a panel over the others.
    static func open(_ panel: any Panel) -> Effect { changing { $0.panels.push(panel) } }

    /// Closes the panel of a type, if there is one.
    static func close<Kind: Panel>(_ type: Kind.Type) -> Effect { change(type) { _ in false } }

    /// Changes the panel of a type, if there is one.
    static func tell<Kind: Panel>(_ type: Kind.Type, _ change: @escaping @Sendable (inout Kind) -> Void)
        -> Effect
    {
        tell(type) { panel, _ in change(&panel) }
    }

    /// Changes the panel of a type, if there is one, with access to the state below it.
    static func tell<Kind: Panel>(
        _ type: Kind.Type, _ change: @escaping @Sendable (inout Kind, DashboardState) -> Void
    ) -> Effect {
        changing { state in
            state.withPanels { panels, state in
                panels.change(type) { panel in
                    change(&panel, state)
                    return true
                }
            }
        }
    }

    /// Changes the panel of a type, if there is one.
    ///
    /// - Parameter change: returns whether the panel stays open.
    static func change<Kind: Panel>(
        _ type: Kind.Type, _ change: @escaping @Sendable (inout Kind) -> Bool
    ) -> Effect {
        changing { $0.panels.change(type, change) }
    }

    /// Changes every panel.
    static func changeEach(_ change: @escaping @Sendable (inout any Panel) -> Void) -> Effect {
        changing { $0.panels.changeEach(change) }
    }

    /// Changes the panel of a type, if there is one, and then passes it the keys that were held back for it.
    ///
    /// - Parameter change: returns the keys that were held back.
    static func changeTyped<Kind: Panel>(
        _ type: Kind.Type, _ change: @escaping @Sendable (inout Kind) -> [KeyPress]
    ) -> Effect {
        .inside { state in
            var keys: [KeyPress] = []
            state.panels.change(type) { panel in
                keys = change(&panel)
                return true
            }
            return keys.flatMap { state.handle(InputEvent.key($0)) }
        }
    }
}

// Changes of the list and its cursor.
extension Effect {
    /// Lists the rows of a screen again, if it is the current one; with nil, those of the current screen.
    static func rowsChanged(_ screen: Screen? = nil) -> Effect {
        changing { if screen == nil || screen == $0.screen { $0.rebuildListing() } }
    }

    /// Lists the rows again because stale keys are now known.
    static let agesChanged = changing { state in
        state.list.keys.agesChanged()
        state.rebuildListing()
    }

    /// Filters the rows again, and moves the cursor to the first.
    static let rowsFiltered = changing { $0.filterChanged() }

    /// Starts another search, and moves the cursor to the first match.
    static let searchChanged = changing { $0.searchChanged() }

    /// Moves the cursor to a row, or to the nearest end of the list.
    static func moveCursor(to row: Int) -> Effect { changing { $0.moveCursor(to: row) } }

    /// Moves the cursor to an item, if it is listed.
    static func goTo(item: String) -> Effect {
        changing { state in
            guard state.position.item != item else { return }
            state.position.item = item
            state.followItem()
        }
    }

    /// Keeps the cursor on the screen after its room changed.
    static let followItem = changing { $0.followItem() }

    /// Shows the details.
    static let showDetails = changing { state in
        state.details.isShown = true
        state.followItem()
    }

    /// Unmarks some keys.
    static func unmark(_ names: Set<String>) -> Effect {
        changing { state in
            state.overriding.marks.remove({ names.contains($0) }, of: state.source.report)
            state.countHiddenMarks()
        }
    }

    /// Shows the values of a generation of the source.
    static func showGeneration(_ index: Int) -> Effect { .inside { $0.show(generationAt: index) } }

    /// Shows the current values.
    static let showCurrent = Effect.inside { $0.showCurrent() }

    /// Releases a value in the background, because it may be large.
    static func discard(_ thing: any Sendable) -> Effect {
        changing { $0.background.discarded.append(thing) }
    }

    /// Releases a value in the background, if there are many keys.
    static func discardIfLarge(_ thing: any Sendable) -> Effect { changing { $0.discard(thing) } }
}
