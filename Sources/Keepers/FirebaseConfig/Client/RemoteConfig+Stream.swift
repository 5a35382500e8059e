import ExperimentsCore
import Foundation

/// The stream itself: opened, read, and opened again.
extension RemoteConfig {
    /// Opens the stream, and reads it to its end.
    func streamInvalidations(_ hear: @Sendable (StreamSign) -> Bool) async -> StreamEnding {
        guard let transport = transport as? any StreamingTransport else {
            return .over("the transport of this client delivers only complete responses")
        }
        var isOpen = false
        do {
            let stream = try await open(transport)
            guard stream.status == 200 else {
                let response = try await stream.collected(limit: 100_000)
                return StreamEnding(
                    ServerRefusal(service: .realtime, response: response, now: now(), hiding: project.apiKey))
            }
            isOpen = true
            guard hear(.opened) else { return .ended }
            var parser = RealtimeParser()
            for try await piece in stream.pieces {
                for element in parser.read(piece) {
                    if let ending = take(element, hear) { return ending }
                }
            }
            return parser.isWithinMessage ? .lost("the stream ended within a message") : .ended
        } catch TransportError.timedOut where isOpen {
            // There was no announcement for a long time, so the connection may be dead.
            return .ended
        } catch let error as TransportError {
            return .lost("\(error)")
        } catch FirebaseFetchError.refused(let refusal, _) {
            return StreamEnding(refusal)
        } catch let error as FirebaseFetchError {
            return .lost(error.reason)
        } catch {
            return .lost(ServerText.presentable("\(error)"))
        }
    }

    private func open(_ transport: any StreamingTransport) async throws -> TransportStream {
        func attempt(_ installation: Installation) async throws -> TransportStream {
            try await transport.open(try streamRequest(for: installation))
        }
        let installation = try await installations.ready(byHand: false)
        let stream = try await attempt(installation)
        guard stream.status == 401 else { return stream }
        // The token was revoked before its time, or the service has forgotten the installation.
        return try await attempt(try await installations.ready(renewing: installation.token, byHand: false))
    }

    /// Builds the request that opens a stream.
    private func streamRequest(for installation: Installation) throws(FirebaseFetchError) -> TransportRequest
    {
        let url = try project.url(
            of: "streamFetchInvalidations", in: namespace, at: endpoints.realtime, from: .realtime)
        let fetched = fetched
        var headers = project.headers(installation.token)
        // Without these, a proxy of the service may hold back the response until it is complete.
        headers["x-google-gfe-can-retry"] = "yes"
        headers["x-accept-response-streaming"] = "true"
        headers["if-none-match"] = fetched?.etag
        let body: JSONValue = [
            "project": .string(project.projectID), "namespace": .string(namespace),
            "lastKnownVersionNumber": .string(String(fetched?.templateVersion ?? 0)),
            "appId": .string(project.appID.text), "sdkVersion": .string(ClientContext.sdkVersion),
            "appInstanceId": .string(installation.id.text),
        ]
        return TransportRequest(
            .post, url, headers: headers, body: body.compactBytes, timeout: settings.realtime.timeout)
    }

    /// Handles an element of the stream. Returns how it ends the stream; nil if it does not.
    private func take(_ element: RealtimeParser.Element, _ hear: (StreamSign) -> Bool) -> StreamEnding? {
        guard hear(.heard) else { return .ended }
        switch element {
        case .message(let message):
            if let interval = message.retryInterval { _ = hear(.pause(interval)) }
            if let version = message.templateVersion { announce(version) }
            return message.isDisabled ? .over("they are turned off for this project") : nil
        case .refusal(let code, let name, let text):
            return StreamEnding(
                ServerRefusal(
                    service: .realtime, status: code, name: name.map(project.apiKey.hidden),
                    message: project.apiKey.hidden(in: text)))
        case .endless(let problem): return .lost(problem.description)
        case .problem(let problem):
            realtime.updates.notify(.failure(.messageInvalid(problem.description)))
            return nil
        }
    }

    private func announce(_ version: Int64) {
        guard realtime.announce(version, fetched: fetched?.templateVersion) else { return }
        realtime.announcements.notify(version)
        guard realtime.beginFollowing() else { return }
        Task.detached { await self.follow() }
    }

    /// Fetches until nothing is announced any more. The result is reported to the listeners.
    private func follow() async {
        repeat {
            do {
                try await fetchAnnounced()
            } catch is CancellationError {
                _ = realtime.settle(.max)
            } catch {}
        } while !realtime.endFollowing()
    }
}
