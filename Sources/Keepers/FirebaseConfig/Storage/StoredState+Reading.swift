import ExperimentsCore
import Foundation

extension StoredState {
    /// Reads a document that `json(for:)` made.
    ///
    /// - Throws: `StoredStateProblem` for what is damaged, of a later version, or of another app.
    init(parsing bytes: [UInt8], for identity: StoreIdentity) throws(StoredStateProblem) {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw StoredStateProblem(message: "not JSON: \(error)")
        }
        try self.init(document, for: identity)
    }

    /// Reads a document that `json(for:)` made.
    init(_ document: JSONValue, for identity: StoreIdentity) throws(StoredStateProblem) {
        let fields = try StoredFields(document, "the document")
        let version = try fields.number("version")
        guard version == Int64(Self.formVersion) else {
            throw StoredStateProblem(message: "its version is \(version), this program reads \(Self.formVersion)")
        }
        let owner = StoreIdentity(
            projectID: try fields.text("project"), appID: try fields.text("app"),
            namespace: try fields.text("namespace"))
        guard owner == identity else {
            throw StoredStateProblem(message: "it belongs to \(owner.appID) of project \(owner.projectID)")
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
    fileprivate init(stored fields: StoredFields) throws(StoredStateProblem) {
        for member in fields.object.members { texts[member.name] = try fields.text(member.name) }
    }
}

extension Installation {
    fileprivate init(stored fields: StoredFields) throws(StoredStateProblem) {
        guard let id = InstallationID(try fields.text("id")) else { throw fields.problem("id", "an installation id") }
        let issuedAt = try fields.date("issuedAt")
        let lifetime = try fields.date("expiresAt").timeIntervalSince(issuedAt)
        self.init(
            id: id, refreshToken: try fields.headerText("refreshToken"),
            token: InstallationToken(text: try fields.headerText("token"), issuedAt: issuedAt, lifetime: lifetime))
    }
}

extension FetchThrottle {
    fileprivate init(stored fields: StoredFields) throws(StoredStateProblem) {
        var wait: Wait?
        if fields.object["since"] != nil {
            let refusal = ServerRefusal(
                service: .remoteConfig, status: Int(truncatingIfNeeded: try fields.number("status")),
                name: try fields.optionalText("name"), message: try fields.text("message"))
            wait = Wait(since: try fields.date("since"), until: try fields.date("until"), refusal: refusal)
        }
        // Beyond a few, refusals are all one; the count must not come near its end, where one more would not fit.
        self.init(refusals: Int(min(max(0, try fields.number("refusals")), 1000)), wait: wait)
    }
}

extension FetchedConfig {
    fileprivate init(stored fields: StoredFields) throws(StoredStateProblem) {
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
            guard let text = member.value.string else { throw fields.problem("entries.\(member.name)", "a string") }
            entries[member.name] = text
        }
    }
}
