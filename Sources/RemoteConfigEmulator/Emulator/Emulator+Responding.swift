import ExperimentsCore
import FirebaseConfig
import Foundation

extension Emulator {
    /// Answers a request: what the services would, unless a fault in force says otherwise.
    public func respond(to request: EmulatorRequest) async -> EmulatorResponse {
        let time = configuration.now()
        let start = ContinuousClock.now
        let route = Route(method: request.method, path: request.path)
        let isActiveConfig = request.method == "GET" && request.path == ActiveConfigService.path
        let faults = drawFaults(for: isActiveConfig ? .activeConfig : route?.target ?? .any)
        for case .delay(let duration) in faults { try? await configuration.sleep(duration) }
        let answer = (isActiveConfig ? activeConfig(request) : answer(to: request, route))
            .spoilt(by: faults, sleep: configuration.sleep)
        var response = answer.response
        response.headers["date"] = HTTPDate.text(of: time)
        let isDelivered = response.delivery != .never
        let record = RequestRecord(
            time: time, method: request.method, path: request.path, status: isDelivered ? response.status : 0,
            bytes: isDelivered ? response.deliveredBytes : 0, duration: start.duration(to: .now), note: answer.note,
            fault: faults.isEmpty ? nil : faults.map(\.description).joined(separator: ", "))
        observers.notify(.request(record))
        return response
    }

    private func activeConfig(_ request: EmulatorRequest) -> EmulatorAnswer {
        let service = ActiveConfigService(folder: configuration.activeConfigFolder, now: configuration.now())
        do throws(EmulatorError) {
            return try service.answer(request)
        } catch {
            return EmulatorAnswer(.error(error), note: error.message)
        }
    }

    private func answer(to request: EmulatorRequest, _ route: Route?) -> EmulatorAnswer {
        do throws(EmulatorError) {
            guard let route else {
                throw .notFound("No such method or path: \(request.method) \(request.path)")
            }
            guard let project = try? project(route.project) else {
                throw .notFound("Project '\(route.project)' not found or deleted.")
            }
            try check(request.apiKey, of: project)
            return try answer(to: request, route, project)
        } catch {
            return EmulatorAnswer(.error(error), note: error.message)
        }
    }

    private func check(_ apiKey: String?, of project: ProjectState) throws(EmulatorError) {
        guard let apiKey, !apiKey.isEmpty else {
            throw .permissionDenied("The request is missing a valid API key.")
        }
        guard project.apiKey == nil || project.apiKey == apiKey else {
            throw .invalidArgument("API key not valid. Please pass a valid API key.")
        }
    }

    private func answer(
        to request: EmulatorRequest, _ route: Route, _ project: ProjectState
    ) throws(EmulatorError) -> EmulatorAnswer {
        let now = configuration.now()
        let installations = InstallationsService(
            project: project, now: now, tokenLifetime: configuration.tokenLifetime,
            randomness: configuration.randomness)
        switch route {
        case .createInstallation: return try installations.create(request)
        case .renewToken(_, let installation): return try installations.renew(installation, request)
        case .deleteInstallation(_, let installation): return try installations.delete(installation, request)
        case .fetch(_, let namespace):
            let service = FetchService(
                project: project, now: now, requiresValidTokens: configuration.requiresValidTokens)
            return try service.fetch(namespace, request)
        case .realtime(_, let namespace):
            let service = RealtimeService(
                project: project, lifetime: configuration.streamLifetime, sleep: configuration.sleep)
            return try service.open(namespace, request)
        }
    }
}

extension EmulatorAnswer {
    /// The answer after what the faults do to it.
    fileprivate func spoilt(
        by faults: [Fault.Effect], sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> EmulatorAnswer {
        var response = response
        for fault in faults {
            switch fault {
            case .delay: continue
            case .lastMessage(let message): response.stream?.subscription.end(with: message)
            case .endOfStream(let lifetime): response.stream?.subscription.end(after: lifetime, sleep: sleep)
            case .status(let status, let retryAfter):
                response = .error(.injected(status))
                response.headers["retry-after"] = retryAfter
            case .redirect(let location): response = EmulatorResponse(status: 302, headers: ["location": location])
            case .hang:
                response.stream = nil
                response.delivery = .never
            case .truncatedBody:
                if response.stream != nil { response.body = Array(#"[{"latestTemplateVersionNumber": "1"}]"#.utf8) }
                response.stream = nil
                response.delivery = .truncated
            case .oversizedBody(let bytes, let announced):
                response.stream = nil
                response.delivery = .padded(to: bytes, announced: announced)
            case .body(let text):
                response.stream = nil
                response.body = Array(text.utf8)
            }
        }
        return EmulatorAnswer(response, note: note)
    }
}

extension EmulatorResponse {
    fileprivate var deliveredBytes: Int {
        switch delivery {
        case .whole: body.count
        case .truncated: body.count / 2
        case .never: 0
        case .padded(let bytes, _): bytes
        }
    }
}
