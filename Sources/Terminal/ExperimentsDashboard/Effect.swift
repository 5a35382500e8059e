import ExperimentsCore
import ExperimentsTeam
import Foundation

/// Work for the outside world that the dashboard requests. Its cases are kept on the heap, like those of `Message`.
public indirect enum Effect: Sendable {
    /// Fetch from the source.
    case fetch(FetchTrigger)
    /// Resolve the keys against a snapshot; it is too much work to be done between two frames.
    case resolve(ResolutionRequest)
    /// Put a list in order and make it searchable, for the same reason.
    case prepare(PreparationRequest)
    /// Compare two sources, for the same reason.
    case compare(ComparisonRequest)
    /// Tell what differs between two large values, for the same reason.
    case differ(DifferenceRequest)
    /// Read what the source held before the dashboard was opened.
    case readEarlierValues(EarlierValuesRequest)
    /// Read how long keys have been at their defaults.
    case readDefaultAges(DefaultAgesRequest)
    /// Read what a key held when.
    case readTimeline(KeyTimelineRequest)
    /// Find where the app's sources are about a key, by name.
    case findReferences(String)
    /// Let the operator look at a place of a file in `$EDITOR`.
    case openPlace(FilePlace)
    /// Let go of something large, for the same reason.
    case release(DiscardedValues)
    /// Tell the team what this operator looks at.
    case announce(TeamPerson)
    /// Keep something under a name for the team, or remove it.
    case shelve(TeamLibraryRequest)
    /// Change the overrides in the store.
    case editOverrides(OverrideEdit)
    /// Go over to another source, by name.
    case openSource(String)
    /// Bring what another source holds, by name, to compare with it.
    case readSource(String)
    /// Ask other sources, by name, how they stand.
    case surveySources([String])
    /// Read or change the profiles of overrides.
    case profiles(ProfileRequest)
    /// Serve apps, or no longer.
    case serveApps(Bool)
    /// Make a link for an app, by name.
    case linkApp(String)
    /// Revoke the links of an app, by name.
    case unlinkApp(String)
    /// Read, edit or publish the template behind the source.
    case template(TemplateRequest)
    /// Publish values of the source, or look at what was published.
    case values(ValueRequest)
    /// Say what an edit would make of the project file, or write it.
    case editProject(ProjectEditRequest)
    /// Write the project file that is to begin with.
    case startProject(String)
    /// Read the results of experiments by another declaration of them, or of the keys that decide them.
    case followResults(ResultsRequest)
    /// Ask the source why a name has its value.
    case explain(ExplanationRequest)
    /// Ask the source which names its conditions look at.
    case readPersonaFields
    /// Ask the source as another user from now on.
    case setPersona(SourcePersona)
    /// Read or change the personas that are kept under names.
    case personas(PersonaRequest)
    /// Determine the values of keys for several personas, or at several sources.
    case evaluateMatrix(MatrixRequest)
    /// Let the operator edit a text in `$EDITOR`.
    case openEditor(EditorRequest)
    /// Write the rows of a screen to a file.
    case export(ExportRequest)
    /// Put a text into the clipboard.
    case copy(String)
    /// Use the mouse, or leave it to the terminal.
    case setMouse(Bool)
    /// Read the themes again, because they may have changed.
    case readThemes
    /// Sound the bell, or tell the desktop.
    case alert(Alert)
    /// Something that is to be done in the dashboard itself: never among the effects of an update.
    case inside(Announcement)
    /// Draw the whole screen again, for example after another program has written to the terminal.
    case redraw
    /// Stop the program as ctrl-z would.
    case suspend
    /// Close the dashboard.
    case quit
}
