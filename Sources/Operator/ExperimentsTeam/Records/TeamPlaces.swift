import EtcdStore
import ExperimentsCore

extension EtcdScope {
    /// The scope as the layout writes it.
    init(_ scope: OverrideScope) {
        switch scope {
        case .everyone: self = .team
        case .app(let app): self = .app(app)
        case .installation(let app, let id): self = .installation(app: app, id: id)
        }
    }
}

extension OverrideScope {
    /// The scope that the layout writes so.
    init(_ scope: EtcdScope) {
        switch scope {
        case .team: self = .everyone
        case .app(let app): self = .app(app)
        case .installation(let app, let id): self = .installation(app: app, id: id)
        }
    }
}

extension OverrideAddress {
    /// Where the layout keeps the override.
    var place: EtcdPlace { .override(EtcdScope(scope), name) }
}
