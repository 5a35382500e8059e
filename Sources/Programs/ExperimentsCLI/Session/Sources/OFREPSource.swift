import ExperimentsCore
import ExperimentsProject
import ExperimentsTransport
import Foundation
import OpenFeatureRemote

/// A source of kind `ofrep` as a keeper.
struct OFREPSource {
    /// The keeper.
    let keeper: OpenFeatureRemoteConfigKeeper

    init(_ settings: OFREPSourceSettings, named name: String, listens: Bool) throws {
        let environment = ProcessInfo.processInfo.environment
        var headers = HeaderFields()
        headers["authorization"] = try settings.token.map {
            "Bearer " + (try $0.revealed(for: name, as: "the token", in: environment))
        }
        for (field, value) in settings.headers {
            headers[field] = try value.revealed(for: name, as: "the header \(field)", in: environment)
        }
        keeper = OpenFeatureRemoteConfigKeeper(
            OpenFeatureServer(url: settings.url, headers: headers, takesTextOnly: settings.contextAsText),
            context: SourcePersona(fields: settings.context), listens: listens)
    }
}
