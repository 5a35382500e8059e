import ExperimentsCore
import Foundation

/// The state that a client keeps for its next launch.
public struct StoredState: Sendable, Hashable {
    /// The installation that is registered with the service.
    public var installation: Installation?
    /// The set from the last good fetch.
    public var fetched: FetchedConfig?
    /// The set that is in use.
    public var active: FetchedConfig?
    /// The time of the last good fetch.
    public var lastSuccess: Date?
    /// A digest of the attributes that the app sent in that fetch.
    public var contextDigest: String?
    /// The service's requests for rest.
    public var throttle: FetchThrottle
    /// The signals that the app set.
    var customSignals = CustomSignals()

    /// A state; that of a first start by default.
    public init(
        installation: Installation? = nil, fetched: FetchedConfig? = nil, active: FetchedConfig? = nil,
        lastSuccess: Date? = nil, contextDigest: String? = nil, throttle: FetchThrottle = FetchThrottle()
    ) {
        self.installation = installation
        self.fetched = fetched
        self.active = active
        self.lastSuccess = lastSuccess
        self.contextDigest = contextDigest
        self.throttle = throttle
    }

    /// Moves all times by a number of seconds, because the time of day was set.
    mutating func move(by seconds: TimeInterval) {
        lastSuccess? += seconds
        throttle.move(by: seconds)
    }
}

extension StoredState {
    /// Reads a document that `json(for:)` created.
    ///
    /// - Throws: `MessageError` if it is damaged, of a later version, or of another app.
    init(parsing bytes: [UInt8], for identity: StoreIdentity) throws(MessageError) {
        let document = try JSONValue(parsing: bytes) { MessageError("not JSON: \($0)") }
        try self.init(document, for: identity)
    }

    /// Reads a document that `json(for:)` created.
    init(_ document: JSONValue, for identity: StoreIdentity) throws(MessageError) {
        let fields = try StoredFields(document, "the document")
        let version = try fields.number("version")
        guard version == Int64(Self.formVersion) else {
            throw MessageError("its version is \(version), this program reads \(Self.formVersion)")
        }
        let owner = StoreIdentity(
            projectID: try fields.text("project"), appID: try fields.text("app"),
            namespace: try fields.text("namespace"))
        guard owner == identity else {
            throw MessageError("it belongs to \(owner.appID) of project \(owner.projectID)")
        }
        let active = try fields.ifPresent("active", FetchedConfig.init(stored:))
        let sameAsActive = fields.object["fetched"]?.string == "active"
        self.init(
            installation: try fields.ifPresent("installation", Installation.init(stored:)),
            fetched: sameAsActive ? active : try fields.ifPresent("fetched", FetchedConfig.init(stored:)),
            active: active,
            lastSuccess: fields.object["lastSuccess"] == nil ? nil : try fields.date("lastSuccess"),
            contextDigest: try fields.optionalText("context"),
            throttle: try fields.ifPresent("throttle", FetchThrottle.init(stored:)) ?? FetchThrottle())
        customSignals = try fields.ifPresent("customSignals", CustomSignals.init(stored:)) ?? CustomSignals()
    }
}

extension CustomSignals {
    fileprivate init(stored fields: StoredFields) throws(MessageError) {
        for member in fields.object.members { texts[member.name] = try fields.text(member.name) }
    }
}

extension Installation {
    fileprivate init(stored fields: StoredFields) throws(MessageError) {
        guard let id = InstallationID(try fields.text("id")) else {
            throw fields.problem("id", "an installation ID")
        }
        let issuedAt = try fields.date("issuedAt")
        let lifetime = try fields.date("expiresAt").timeIntervalSince(issuedAt)
        self.init(
            id: id, refreshToken: try fields.headerText("refreshToken"),
            token: InstallationToken(
                text: try fields.headerText("token"), issuedAt: issuedAt, lifetime: lifetime))
    }
}

extension FetchThrottle {
    fileprivate init(stored fields: StoredFields) throws(MessageError) {
        var wait: Wait?
        if fields.object["since"] != nil {
            let refusal = ServerRefusal(
                service: .remoteConfig, status: Int(truncatingIfNeeded: try fields.number("status")),
                name: try fields.optionalText("name"), message: try fields.text("message"))
            wait = Wait(since: try fields.date("since"), until: try fields.date("until"), refusal: refusal)
        }
        // The number of refusals makes no difference after the first few, but the count must not overflow.
        self.init(refusals: Int(min(max(0, try fields.number("refusals")), 1000)), wait: wait)
    }
}

extension FetchedConfig {
    fileprivate init(stored fields: StoredFields) throws(MessageError) {
        self.init(
            etag: fields.object["etag"] == nil ? nil : try fields.headerText("etag"),
            experiments: try fields.objects("experiments").compactMap { ExperimentDescription($0) },
            rollouts: try fields.objects("rollouts").compactMap { RolloutAssignment($0) })
        templateVersion = fields.object["templateVersion"] == nil ? nil : try fields.number("templateVersion")
        for member in try fields.members("personalization") {
            personalization[member.name] = member.value.object.flatMap { PersonalizationAssignment($0) }
        }
        let members = try fields.members("entries")
        entries.reserveCapacity(members.count)
        for member in members {
            guard let text = member.value.string else {
                throw fields.problem("entries.\(member.name)", "a string")
            }
            entries[member.name] = text
        }
    }
}

extension StoredState {
    /// The version of the format that is written. A later version is not read, because it may have another meaning.
    static let formVersion = 1

    /// Returns the state as a document, with the version of the format and the identity of the app.
    func json(for identity: StoreIdentity) -> JSONValue {
        var object = JSONObject()
        object["version"] = .number(String(Self.formVersion))
        object["project"] = .string(identity.projectID)
        object["app"] = .string(identity.appID)
        object["namespace"] = .string(identity.namespace)
        object["installation"] = installation?.json
        object["lastSuccess"] = lastSuccess?.json
        object["context"] = contextDigest.map { .string($0) }
        if throttle != FetchThrottle() { object["throttle"] = throttle.json }
        if !customSignals.texts.isEmpty { object["customSignals"] = customSignals.json }
        object["active"] = active?.json
        // The two are nearly always one set; a second copy would only be read again.
        if fetched == active, fetched != nil {
            object["fetched"] = "active"
        } else {
            object["fetched"] = fetched?.json
        }
        return .object(object)
    }
}

extension CustomSignals {
    fileprivate var json: JSONValue { .object(JSONObject(sorting: texts.mapValues(JSONValue.string))) }
}

extension Installation {
    fileprivate var json: JSONValue {
        [
            "id": .string(id.text), "refreshToken": .string(refreshToken),
            "token": .string(token.text), "issuedAt": token.issuedAt.json, "expiresAt": token.expiresAt.json,
        ]
    }
}

extension FetchThrottle {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["refusals"] = .number(String(refusals))
        if let wait {
            object["since"] = wait.since.json
            object["until"] = wait.until.json
            object["status"] = .number(String(wait.refusal.status))
            object["name"] = wait.refusal.name.map { .string($0) }
            object["message"] = .string(wait.refusal.message)
        }
        return .object(object)
    }
}

extension FetchedConfig {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["etag"] = etag.map { .string($0) }
        object["templateVersion"] = templateVersion.map { .string(String($0)) }
        object["experiments"] = .array(experiments.map { .object($0.json) })
        object["rollouts"] = .array(rollouts.map(\.json))
        object["personalization"] = .object(JSONObject(sorting: personalization.mapValues(\.json)))
        object["entries"] = .object(JSONObject(sorting: entries.mapValues(JSONValue.string)))
        return .object(object)
    }
}

extension Date {
    fileprivate var json: JSONValue { .string(RFC3339.text(of: self, milliseconds: true)) }
}
