import ExperimentsCore
import ExperimentsProject
import ExperimentsTransport
import OpenFeatureRemote

extension SourceKeeper {
    /// A client of a server for OpenFeature's protocol.
    static let ofrep = SourceKeeper { (settings: OFREPSourceSettings, site) in
        var headers = HeaderFields()
        headers["authorization"] = try settings.token.map {
            "Bearer " + (try $0.revealed(for: site.name, as: "the token"))
        }
        for (field, value) in settings.headers {
            headers[field] = try value.revealed(for: site.name, as: "the header \(field)")
        }
        return OpenFeatureRemoteConfigKeeper(
            OpenFeatureServer(url: settings.url, headers: headers, takesTextOnly: settings.contextAsText),
            context: SourcePersona(fields: settings.context), listens: site.listens(settings.realtime),
            transport: site.transport)
    }
}
