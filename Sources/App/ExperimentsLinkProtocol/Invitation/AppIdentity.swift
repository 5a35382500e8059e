import ExperimentsCore

/// The identity of a linked app, as a dashboard lists it.
public struct AppIdentity: Sendable, Hashable {
    /// The name of the app, for which its token is valid, for example `shop`.
    public var app: String
    /// The version that users see, for example `4.2.0`.
    public var version: String?
    /// The number of the build, for example `1083`.
    public var build: String?
    /// The operating system and its version, for example `iOS 18.4`.
    public var system: String?
    /// The kind of the device, or its name, for example `iPhone16,2`.
    public var device: String?
    /// The identifier of this installation, which stays the same between launches.
    public var installation: String

    /// Creates an identity. Strings that are longer than a server accepts are cut.
    public init(
        app: String, version: String? = nil, build: String? = nil, system: String? = nil,
        device: String? = nil,
        installation: String
    ) {
        func cut(_ text: String) -> String { text.prefix(bytes: LinkLimits.identityBytes) }
        self.app = cut(app)
        self.installation = cut(installation)
        self.version = version.map(cut)
        self.build = build.map(cut)
        self.system = system.map(cut)
        self.device = device.map(cut)
    }
}

extension AppIdentity {
    init?(_ record: DocumentRecord<JSONValue>, _ document: inout LinkDocument) {
        func text(_ name: String, _ document: inout LinkDocument) -> String? {
            document.text(name, of: record, limit: LinkLimits.identityBytes)
        }
        let app = document.requiredText("app", of: record, limit: LinkLimits.identityBytes)
        let installation = document.requiredText("installation", of: record, limit: LinkLimits.identityBytes)
        let (version, build) = (text("version", &document), text("build", &document))
        let (system, device) = (text("system", &document), text("device", &document))
        guard let app, let installation else { return nil }
        self.init(
            app: app, version: version, build: build, system: system, device: device,
            installation: installation)
    }

    var json: JSONValue {
        .object(
            JSONObject(present: [
                "app": .string(app), "version": version.map(JSONValue.string),
                "build": build.map(JSONValue.string),
                "system": system.map(JSONValue.string), "device": device.map(JSONValue.string),
                "installation": .string(installation),
            ]))
    }
}
