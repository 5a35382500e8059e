#if canImport(SwiftUI)
import ExperimentsCore
import SwiftUI

private struct RemoteConfigServiceKey: EnvironmentKey {
    static let defaultValue: RemoteConfigService? = nil
}

extension EnvironmentValues {
    /// The service that `@Remote` properties of views read from; nil for the service of the ``RemoteScope``.
    public var remoteConfigService: RemoteConfigService? {
        get { self[RemoteConfigServiceKey.self] }
        set { self[RemoteConfigServiceKey.self] = newValue }
    }
}

extension View {
    /// Sets the service that this view and the views in it read from.
    public func remoteConfig(_ service: RemoteConfigService) -> some View {
        environment(\.remoteConfigService, service)
    }

    /// Sets values of keys of one type in this view and the views in it, for a preview: `.remoteValues([.columns: 4])`.
    /// Other keys have their defaults.
    public func remoteValues<Value>(_ values: KeyValuePairs<Key<Value>, Value>) -> some View {
        modifier(PreviewValues(RemoteValues(values)))
    }

    /// Sets values of keys of any types in this view and the views in it, for a preview: `.remoteValues((.columns, 4),
    /// (.isOn, true))`. Other keys have their defaults.
    public func remoteValues<First: Sendable, each Value: Sendable>(
        _ first: (Key<First>, First), _ others: repeat (Key<each Value>, each Value)
    ) -> some View {
        modifier(PreviewValues(RemoteValues(first, repeat each others)))
    }

    /// Sets values of keys of any types in this view and the views in it, for a preview: `.remoteValues { $0[.columns]
    /// = 4 }`. Other keys have their defaults.
    public func remoteValues(_ set: (inout RemoteValues) -> Void) -> some View {
        modifier(PreviewValues(RemoteValues(set)))
    }
}

/// Lets a view read from a service with these values, which exists as long as the view.
private struct PreviewValues: ViewModifier {
    @State private var service: RemoteConfigService

    init(_ values: RemoteValues) {
        _service = State(
            initialValue: RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(values.snapshot))
        )
    }

    func body(content: Content) -> some View {
        content.remoteConfig(service)
    }
}
#endif
