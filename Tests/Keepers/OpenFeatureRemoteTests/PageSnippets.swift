import ExperimentsCore
import ExperimentsTransport
import Foundation
import OpenFeatureRemote

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private func service(_ address: URL, token: String) -> RemoteConfigService {
    let server = OpenFeatureServer(
        url: address, headers: ["authorization": "Bearer \(token)"])
    let keeper = OpenFeatureRemoteConfigKeeper(
        server, context: SourcePersona(fields: ["targetingKey": "user-7", "country": "NO"]), listens: true)
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    return service
}
