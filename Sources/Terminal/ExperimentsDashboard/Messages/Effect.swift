import ExperimentsCore
import Foundation

/// What the dashboard wants done outside of itself. On the heap, as a `Message` is.
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
    /// Let go of something large, for the same reason.
    case release(DiscardedValues)
    /// Change the overrides in the store.
    case editOverrides(OverrideEdit)
    /// Go over to another source, by name.
    case openSource(String)
    /// Bring what another source holds, by name, to compare with it.
    case readSource(String)
    /// Read or change the profiles of overrides.
    case profiles(ProfileRequest)
    /// Ask the source why a name has its value.
    case explain(ExplanationRequest)
    /// Ask the source which names its conditions look at.
    case readPersonaFields
    /// Ask the source as somebody else from now on.
    case setPersona(SourcePersona)
    /// Let the operator edit a text in `$EDITOR`.
    case openEditor(EditorRequest)
    /// Write the rows of a screen to a file.
    case export(ExportRequest)
    /// Put a text into the clipboard.
    case copy(String)
    /// Use the mouse, or leave it to the terminal.
    case setMouse(Bool)
    /// Read the themes anew: there may be others now.
    case readThemes
    /// Sound the bell, or tell the desktop.
    case alert(Alert)
    /// Draw everything anew.
    case redraw
    /// Stop the program as ctrl-z would.
    case suspend
    /// Leave.
    case quit
}
