import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLinkProtocol
import ExperimentsTransport
import Foundation

// Changes to overrides, each on the condition that nothing has changed since the author looked.
extension LinkPart {
    func override(
        of key: String, _ request: ServedRequest, _ visitor: LinkVisitor
    ) async throws(ServerRefusal) -> ServedResponse {
        try visitor.requireOperator()
        if let refusal { throw ServerRefusal(status: 403, refusal) }
        guard key.utf8.count <= LinkLimits.nameBytes else {
            throw ServerRefusal(
                status: 400, "The name of the key is longer than \(LinkLimits.nameBytes) bytes.")
        }
        let scope = try visitor.scope
        guard let field = request.headers["if-match"] else {
            throw ServerRefusal(
                status: 428,
                "A change requires If-Match: the ETag of the state that it is based on, or * for any state.")
        }
        let (hub, now) = (hub, clock())
        let condition: @Sendable (OverrideSet) throws(ServerRefusal) -> Void = {
            (own) throws(ServerRefusal) in
            try hub.require(field, own, in: scope)
        }
        do throws(ServerRefusal) {
            if request.method == "PUT" {
                let override = try Self.override(request.body, of: key, at: now)
                let isRaw = try Self.isRaw(request)
                try await changes.set(override, of: key, in: scope, isRaw: isRaw, at: now, if: condition)
            } else {
                guard request.body.isEmpty else {
                    throw ServerRefusal(
                        status: 400,
                        "A DELETE has no body. Name the app in the query: ?\(LinkAPI.appQuery)=APP.")
                }
                try await changes.remove(key, in: scope, at: now, if: condition)
            }
        } catch {
            guard error.status == 412 else { throw error }
            // A client with an older state gets the current one, and can decide again.
            var response = state(of: scope)
            response.status = 412
            return response
        }
        return state(of: scope)
    }

    private func state(of scope: OverrideScope) -> ServedResponse {
        let state = hub.document(for: scope)
        return .json(state.bytes, state.revision)
    }

    private static func isRaw(_ request: ServedRequest) throws(ServerRefusal) -> Bool {
        switch request.query[LinkCall.rawQuery] {
        case nil, "false": false
        case "true": true
        case let other?:
            throw ServerRefusal(
                status: 400, "\(LinkCall.rawQuery) is true or false, not \(Quotation.of(other, limit: 20)).")
        }
    }

    /// Returns the override in a body, set now.
    private static func override(_ body: [UInt8], of key: String, at now: Date) throws(ServerRefusal)
        -> Override
    {
        _ = try JSONValue(parsing: body) { ServerRefusal(status: 400, "The body is not JSON: \($0).") }
        var override: Override
        do throws(OverrideDocumentProblem) {
            override = try Override(entry: body)
        } catch {
            throw ServerRefusal(status: 400, "The body is not an override: \(error.message).")
        }
        try refuseUnknownMembers(of: override, key)
        if let end = override.expiresAt, end <= now {
            throw ServerRefusal(
                status: 400,
                "expiresAt \(RFC3339.shortestText(of: end)) is in the past; it is \(RFC3339.text(of: now)) now."
            )
        }
        override.setAt = now
        return override
    }

    /// Throws an error for unknown members. A file preserves them, but in a request they are mistakes.
    private static func refuseUnknownMembers(of override: Override, _ key: String) throws(ServerRefusal) {
        guard let name = override.unknownMembers.members.first?.name else { return }
        let hint =
            if [LinkAPI.appQuery, LinkAPI.installationQuery, "scope"].contains(name) {
                "Name the app in the query: \(LinkAPI.overridesPath)/\(key.percentEncoded)?\(LinkAPI.appQuery)=APP"
                    + (name == LinkAPI.installationQuery ? "&\(LinkAPI.installationQuery)=ID." : ".")
            } else if let near = SpellingSuggestion.nearest(to: name, in: Override.memberNames) {
                "Did you mean \(near)?"
            } else {
                "It can have \(Override.memberNames.joined(separator: ", "))."
            }
        throw ServerRefusal(
            status: 400, "\(Quotation.of(name, limit: 60)) is not a member of an override. \(hint)")
    }
}

extension LinkHub {
    /// Checks the condition in `If-Match` of a change.
    ///
    /// - Parameter own: the overrides of the scope, which no other caller can change at the same time.
    /// - Throws: `ServerRefusal` with status 412.
    fileprivate func require(_ field: String, _ own: OverrideSet, in scope: OverrideScope)
        throws(ServerRefusal)
    {
        if field.split(scalar: ",").contains(where: { $0.allSatisfy { $0 == "*" || $0 == " " } }) { return }
        let (top, revision) = highest(scope)
        guard revision.isNamed(in: field, isWeak: false), top.entries == own.entries else {
            throw ServerRefusal(status: 412, "The overrides have changed since.")
        }
    }
}
