import ExperimentsCore
import Foundation

/// The stream itself: opened, read, and opened again.
extension RemoteConfig {
    /// Runs until it is cancelled, or until the rules say that a stream is not possible.
    func streamInvalidations(run: Int) async {
        var reconnection = RealtimeReconnection(settings.realtime)
        while !Task.isCancelled {
            realtime.report(.connecting, of: run)
            let ending = await streamOnce(&reconnection, run)
            guard !Task.isCancelled else { return }
            switch reconnection.step(after: ending, at: clocks.steady(), fraction: randomness.fraction()) {
            case .connect(nil, _):
                realtime.report(.connecting, of: run)
                // A service that stops disconnects all its clients at the same moment.
                try? await pause(.seconds(randomness.fraction()))
            case .connect(let end?, let reason):
                let date = clocks.date(at: end)
                let reason = reason ?? "the service asked for a pause"
                realtime.report(.interrupted(reason: reason, nextTryAt: date), of: run, mayHurry: ending.isOfTheNetwork)
                realtime.updates.notify(.failure(.stream(reason: reason, nextTry: date)))
                try? await pause(.seconds(max(0, end.timeIntervalSince(clocks.steady()))))
            case .stop(let reason):
                realtime.report(.unavailable(reason: reason), of: run)
                realtime.updates.notify(.failure(.unavailable(reason: reason)))
                return
            }
        }
    }

    private func streamOnce(_ reconnection: inout RealtimeReconnection, _ run: Int) async
        -> RealtimeReconnection.Ending
    {
        guard let transport = transport as? any StreamingTransport else {
            return .impossible("the transport of this client delivers only complete responses")
        }
        var isOpen = false
        do {
            let stream = try await open(transport)
            guard stream.status == 200 else {
                let response = try await stream.collected(limit: 100_000)
                return .refused(
                    ServerRefusal(service: .realtime, response: response, now: now(), hiding: project.apiKey))
            }
            isOpen = true
            reconnection.noteOpened(at: clocks.steady())
            realtime.report(.live, of: run)
            var parser = RealtimeParser()
            for try await piece in stream.pieces {
                for element in parser.read(piece) {
                    if let ending = hear(element, &reconnection) { return ending }
                }
            }
            return parser.isWithinMessage ? .failed("the stream ended within a message") : .closed
        } catch TransportError.timedOut where isOpen {
            // There was no announcement for a long time, so the connection may be dead.
            return .closed
        } catch let error as TransportError {
            return .failed("\(error)")
        } catch FirebaseFetchError.refused(let refusal, _) {
            return .refused(refusal)
        } catch let error as FirebaseFetchError {
            return .failed(error.reason)
        } catch {
            return .failed(ServerText.presentable("\(error)"))
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
    private func streamRequest(for installation: Installation) throws(FirebaseFetchError) -> TransportRequest {
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

    private func hear(
        _ element: RealtimeParser.Element, _ reconnection: inout RealtimeReconnection
    ) -> RealtimeReconnection.Ending? {
        switch element {
        case .message(let message):
            if let interval = message.retryInterval { reconnection.note(retryInterval: interval, at: clocks.steady()) }
            if let version = message.templateVersion { announce(version) }
            return message.isDisabled ? .disabled : nil
        case .refusal(let code, let name, let text):
            return .refused(
                ServerRefusal(
                    service: .realtime, status: code, name: name.map(project.apiKey.hidden),
                    message: project.apiKey.hidden(in: text)))
        case .endless(let problem): return .failed(problem.description)
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
