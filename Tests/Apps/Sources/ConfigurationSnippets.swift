import Configuration
import Experiments
import ExperimentsConfiguration

/// Variables of the environment below the source, and a reader for the rest of the program.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
func settings(_ remote: any RemoteConfigKeeper) -> (service: RemoteConfigService, config: ConfigReader) {
    let environment = EnvironmentVariablesProvider()
    let keeper = LayeredRemoteConfigKeeper([remote, ConfigProviderKeeper(environment, keys: Keys.settings)])
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    let config = ConfigReader(providers: [ServiceConfigProvider(service, keys: Keys.settings), environment])
    return (service, config)
}
