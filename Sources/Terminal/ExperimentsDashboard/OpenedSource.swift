import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// Another source, ready to be shown: what is known of it so far.
public struct OpenedSource: Sendable {
    /// The name of the source in the project file.
    public let name: String
    /// The keys that were resolved.
    let keys: [CatalogKey]
    /// The report of its last known values.
    public let report: Report
    /// The list of all of them.
    let listing: KeyListing
    /// Its fetches so far.
    public let history: FetchHistory
    /// Whether it announces its changes.
    public let liveStatus: LiveStatus
    /// Whether and how it explains its values.
    public let explanation: ExplanationState
    /// The persona as which it is asked; nil if it has the same values for all users.
    public let persona: PersonaState?
    /// Whether it can be looked at as it would be with a draft of its template.
    let canPreview: Bool
    /// Whether its values can be published from here.
    let canPublish: Bool

    /// Creates the state of a service's present values.
    init(name: String, service: RemoteConfigService, keys: [CatalogKey]) {
        self.name = name
        self.keys = keys
        report = service.report(for: keys)
        var listing = KeyListing()
        listing.prepare(KeyListing.Content(report: report), KeyListing.Choice())
        self.listing = listing
        history = service.history
        liveStatus = service.keeper.liveStatus
        explanation = ExplanationState(service.keeper)
        persona = PersonaState(service.keeper)
        canPreview = service.keeper is TemplateRemoteConfigKeeper
        canPublish = ValuePublishing.serves(service.keeper)
    }
}
