#if canImport(SwiftUI)
import ExperimentsCore
import SwiftUI

private struct RemoteConfigServiceKey: EnvironmentKey {
    static let defaultValue: RemoteConfigService? = nil
}

extension EnvironmentValues {
    /// The service that `@Remote` properties of views read from; nil for that of the ``RemoteScope``.
    public var remoteConfigService: RemoteConfigService? {
        get { self[RemoteConfigServiceKey.self] }
        set { self[RemoteConfigServiceKey.self] = newValue }
    }
}

extension View {
    /// Hands a service down to this view and those in it.
    public func remoteConfig(_ service: RemoteConfigService) -> some View {
        environment(\.remoteConfigService, service)
    }

    /// Gives keys of one type values in this view and those in it, for a preview: `.remoteValues([.columns: 4])`. Other
    /// keys have their defaults.
    public func remoteValues<Value>(_ values: KeyValuePairs<Key<Value>, Value>) -> some View {
        modifier(PreviewValues(RemoteValues(values)))
    }

    /// Gives keys of any types values in this view and those in it, for a preview: `.remoteValues { $0[.columns] = 4 }`.
    /// Other keys have their defaults.
    public func remoteValues(_ set: (inout RemoteValues) -> Void) -> some View {
        modifier(PreviewValues(RemoteValues(set)))
    }
}

/// Hands down a service that has values of its own, and keeps it for as long as the view is there.
private struct PreviewValues: ViewModifier {
    @State private var service: RemoteConfigService

    init(_ values: RemoteValues) {
        _service = State(
            initialValue: RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(values.snapshot)))
    }

    func body(content: Content) -> some View {
        content.remoteConfig(service)
    }
}
#endif
