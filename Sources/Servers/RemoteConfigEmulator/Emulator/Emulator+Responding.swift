import ExperimentsCore
import ExperimentsGzip
import ExperimentsHTTPServing
import ExperimentsLocks
import FirebaseConfig
import FirebaseTemplates
import Foundation

extension Emulator {
    /// Answers a request as the services would, unless a fault applies.
    public func respond(to request: EmulatorRequest) async -> EmulatorResponse {
        await respond(to: request, under: configuration.webPages)
    }

    /// Answers a request if `rule` allows it.
    func respond(to request: EmulatorRequest, under rule: WebPageRule) async -> EmulatorResponse {
        let time = configuration.now()
        let start = ContinuousClock.now
        let asksFirst = request.method == "OPTIONS"
        let route =
            asksFirst
            ? CrossOrigin.announcedRoute(of: request) : Route(method: request.method, path: request.path)
        let audience = CrossOrigin.audience(of: route)
        var visitor: WebOrigin?
        let answer: EmulatorAnswer
        var faults: [Fault.Effect] = []
        do throws(WebPageRule.Refusal) {
            visitor = try rule.visitor(
                host: request.headers["host"], origin: request.headers["origin"],
                fetchSite: request.headers["sec-fetch-site"], for: audience)
            if asksFirst, route != nil, visitor != nil || audience == .apps {
                return CrossOrigin.preflight(request, for: visitor)
            }
            if case .control? = route {} else { faults = drawFaults(for: route?.target ?? .any) }
            for case .delay(let duration) in faults { try? await configuration.sleep(duration) }
            answer = self.answer(to: request, asksFirst ? nil : route)
                .spoilt(by: faults, sleep: configuration.sleep)
        } catch {
            let refusal = EmulatorError(error)
            answer = EmulatorAnswer(.error(refusal), note: refusal.message)
        }
        var response = answer.response
        response.headers["date"] = HTTPDate.text(of: time)
        if let visitor { CrossOrigin.open(&response, to: visitor) }
        let isDelivered = response.delivery != .never
        let record = RequestRecord(
            time: time, method: request.method, path: shownPath(of: request),
            status: isDelivered ? response.status : 0,
            bytes: isDelivered ? response.deliveredBytes : 0, duration: start.duration(to: .now),
            note: answer.note,
            fault: faults.isEmpty ? nil : faults.map(\.description).joined(separator: ", "))
        log.withLock { log in
            log.append(record)
            if log.count > RequestRecord.limit { log.removeFirst() }
        }
        observers.notify(.request(record))
        return response
    }

    private func answer(to request: EmulatorRequest, _ route: Route?) -> EmulatorAnswer {
        do throws(EmulatorError) {
            guard let route else {
                throw .notFound("No such method or path: \(request.method) \(shownPath(of: request))")
            }
            var request = request
            request.body = try Self.unpacked(request)
            return try answer(to: request, route)
        } catch {
            return EmulatorAnswer(.error(error), note: error.message)
        }
    }

    private static func unpacked(_ request: EmulatorRequest) throws(EmulatorError) -> [UInt8] {
        let limit = EmulatorRequest.bodyLimit(for: request.path)
        guard request.body.count <= limit else { throw .tooLarge(limit) }
        guard Gzip.isGzip(request.body) else { return request.body }
        do throws(Gzip.Problem) {
            return try Gzip.content(of: request.body, limit: limit)
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge(limit)
            case .invalid: throw .invalidArgument("The body is damaged gzip.")
            }
        }
    }

    private func answer(to request: EmulatorRequest, _ route: Route) throws(EmulatorError) -> EmulatorAnswer {
        try checkEntry(request, route)
        try route.checkQuery(request.query)
        switch route {
        case .project(let name, let call):
            let project = try emulatedProject(name)
            if call.isAdmin { return try adminAnswer(to: request, call, project) }
            try check(request.apiKey, of: project)
            return try clientAnswer(to: request, call, project)
        case .token:
            let service = TokenService(
                tokens: tokens, accounts: projects.compactMap(\.serviceAccount),
                trustsStrangers: projects.contains { $0.serviceAccount == nil }, clocks: configuration.clocks,
                lifetime: configuration.accessTokenLifetime,
                randomness: configuration.randomness)
            return service.answer(request)
        case .activeConfig:
            let service = ActiveConfigService(
                folder: configuration.activeConfigFolder, now: configuration.now())
            return try service.answer(request)
        case .growthBook(let call, _): return try payloadAnswer(to: request, call)
        case .control(let call):
            try checkControl(request, call)
            return try controlAnswer(to: request, call)
        }
    }

    func emulatedProject(_ name: String) throws(EmulatorError) -> ProjectState {
        do { return try project(name) } catch {
            throw .notFound(
                "Project '\(name)' not found or deleted. This emulator has "
                    + "\(error.known.joined(separator: ", ")): start it with --project \(name) for an app of that project."
            )
        }
    }

    private func clientAnswer(
        to request: EmulatorRequest, _ call: ProjectCall, _ project: ProjectState
    ) throws(EmulatorError) -> EmulatorAnswer {
        let now = configuration.now()
        let installations = InstallationsService(
            project: project, now: now, tokenLifetime: configuration.tokenLifetime,
            randomness: configuration.randomness, limit: configuration.installationLimit)
        switch call {
        case .createInstallation: return try installations.create(request)
        case .renewToken(let installation): return try installations.renew(installation, request)
        case .deleteInstallation(let installation): return try installations.delete(installation, request)
        case .realtime(let namespace):
            return try project.realtimeAnswer(
                to: request, namespace, lifetime: configuration.streamLifetime, sleep: configuration.sleep)
        case .fetch(let namespace):
            if project.awaitsContent { throw .unavailable }
            return try project.fetchAnswer(
                to: request, namespace, now: now, requiresValidTokens: configuration.requiresValidTokens)
        case .template, .publish, .listVersions, .rollback, .downloadDefaults, .serverTemplate, .listStudies,
            .study, .deleteStudy, .description:
            throw .notFound("No such method or path: \(request.method) \(shownPath(of: request))")
        }
    }

    private func adminAnswer(
        to request: EmulatorRequest, _ call: ProjectCall, _ project: ProjectState
    ) throws(EmulatorError) -> EmulatorAnswer {
        let service = AdminService(
            project: project, now: configuration.now(), email: try operatorEmail(request, of: project)
        ) { version, namespace in
            self.announce(version, namespace, of: project)
        }
        switch call {
        case .template(.client), .listVersions(.client), .downloadDefaults(.client):
            if project.awaitsContent { throw .unavailable }
        default: break
        }
        switch call {
        case .template(let namespace): return try service.template(namespace, request)
        case .publish(let namespace): return try service.publish(namespace, request)
        case .listVersions(let namespace): return try service.versions(namespace, request)
        case .rollback(let namespace): return try service.rollback(namespace, request)
        case .downloadDefaults(let namespace): return try service.defaults(namespace, request)
        case .serverTemplate: return service.serverTemplate()
        case .listStudies(let kind): return try StudyService(project: project).list(kind, request)
        case .study(let reference): return try StudyService(project: project).get(reference)
        case .deleteStudy(let reference): return try StudyService(project: project).delete(reference)
        case .description: return service.description()
        case .createInstallation, .renewToken, .deleteInstallation, .fetch, .realtime:
            throw .notFound("No such method or path: \(request.method) \(shownPath(of: request))")
        }
    }
}
