import ExperimentsCore
import Foundation

/// What the dashboard wants done outside of itself.
public enum Effect: Sendable {
    /// Fetch from the source.
    case fetch(FetchTrigger)
    /// Resolve the keys against a snapshot; it is too much work to be done between two frames.
    case resolve(ResolutionRequest)
    /// Change the overrides in the store.
    case editOverrides(OverrideEdit)
    /// Ask the source why a name has its value.
    case explain(ExplanationRequest)
    /// Ask the source which names its conditions look at.
    case readPersonaFields
    /// Ask the source as somebody else from now on.
    case setPersona(SourcePersona)
    /// Let the operator edit a text in `$EDITOR`.
    case openEditor(EditorRequest)
    /// Put a text into the clipboard.
    case copy(String)
    /// Draw everything anew.
    case redraw
    /// Stop the program as ctrl-z would.
    case suspend
    /// Leave.
    case quit
}

/// Keys to be resolved beside the loop.
public struct ResolutionRequest: Sendable {
    /// Counts the requests, so that an older answer does not replace a newer one.
    let number: Int
    let keys: [CatalogKey]
    let old: Snapshot
    let new: Snapshot
    let overrides: OverrideSet
    let booleanPolicy: BooleanPolicy
    let now: Date

    /// What it comes to.
    func resolved() -> ResolvedSnapshot {
        ResolvedSnapshot(
            number: number,
            report: Report(keys: keys, snapshot: new, overrides: overrides, booleanPolicy: booleanPolicy, at: now),
            difference: SnapshotDifference(from: old, to: new))
    }
}

/// The keys as a new snapshot leaves them.
public struct ResolvedSnapshot: Sendable {
    let number: Int
    let report: Report
    let difference: SnapshotDifference
}

/// A text to be edited in `$EDITOR`.
public struct EditorRequest: Sendable, Hashable {
    /// The key whose override it will be.
    public let key: CatalogKey
    /// The text to start from.
    public let text: String
    /// The ending of the temporary file's name, so that the editor knows the language.
    public let fileExtension: String

    /// A request.
    public init(key: CatalogKey, text: String, fileExtension: String) {
        self.key = key
        self.text = text
        self.fileExtension = fileExtension
    }
}
