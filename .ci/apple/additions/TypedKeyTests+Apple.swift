// What Experiments has on Apple's systems alone.
import Experiments
import SwiftUI

extension View {
    func remoteConfig(_: RemoteConfigService) -> some View { self }
    func remoteValues<Value>(_: KeyValuePairs<Experiments.Key<Value>, Value>) -> some View { self }
}
