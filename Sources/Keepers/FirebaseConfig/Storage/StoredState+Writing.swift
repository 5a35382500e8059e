import ExperimentsCore
import Foundation

extension StoredState {
    /// The version of the form that is written. A later version is not read: it may mean something else.
    static let formVersion = 1

    /// The state as a document: versioned, with the identity it belongs to.
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
    fileprivate var json: JSONValue {
        .object(
            JSONObject(
                distinct: texts.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) }))
    }
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
        object["personalization"] = .object(
            JSONObject(
                distinct: personalization.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value.json) }))
        object["entries"] = .object(
            JSONObject(
                distinct: entries.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) }))
        return .object(object)
    }
}

extension Date {
    fileprivate var json: JSONValue { .string(RFC3339.text(of: self, milliseconds: true)) }
}
