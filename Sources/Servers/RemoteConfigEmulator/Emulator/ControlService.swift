import ExperimentsCore

/// The emulator's own services: faults, overrides and the log.
extension Emulator {
    /// The maximum number of faults, because each request checks all of them.
    private static let faultLimit = 1000

    func controlAnswer(to request: EmulatorRequest, _ call: ControlCall) throws(EmulatorError)
        -> EmulatorAnswer
    {
        switch call {
        case .projects:
            return answer(["projects": .array(projects.map(\.json))], "projects")
        case .faults(let action):
            return try faultsAnswer(action, request)
        case .requests(.delete):
            clearLog()
            return answer([:], "request log cleared")
        case .requests:
            let count = try request.queryNumber("limit") ?? 100
            let records = newestRequests(Int(clamping: count)).map { JSONValue.object($0.json) }
            return answer(["requests": .array(records)], "request log")
        case .installations(let project, .delete):
            try emulatedProject(project).withInstallations { $0 = [:] }
            return answer([:], "installations removed")
        case .installations(let project, _):
            let ids = try emulatedProject(project).withInstallations { $0.keys.sorted() }
            return answer(["installations": .array(ids.map(JSONValue.string))], "installations")
        case .overrides(let project, let installation, let action):
            return try overridesAnswer(action, of: installation, in: try emulatedProject(project), request)
        case .endStreams(let project):
            try emulatedProject(project).realtime.endAll(with: nil)
            return answer([:], "realtime streams ended")
        }
    }

    private func faultsAnswer(
        _ action: ControlCall.Action, _ request: EmulatorRequest
    ) throws(EmulatorError) -> EmulatorAnswer {
        switch action {
        case .get: break
        case .delete: faults = FaultPlan()
        case .put:
            let fields = try RequestFields(request.body)
            guard let list = fields.object["faults"]?.array else {
                throw .invalidArgument(#"Expected {"faults": ["fetch/429:0.1", …]}."#)
            }
            guard list.count <= Self.faultLimit else {
                throw .invalidArgument(
                    "At most \(Self.faultLimit) faults can be active, found \(list.count).")
            }
            var plan = FaultPlan()
            for element in list { plan.add(try Self.fault(element)) }
            self.faults = plan
        }
        let words = faults.faults.map { JSONValue.string(FaultText($0).description) }
        return answer(["faults": .array(words)], "\(words.count) faults active")
    }

    private static func fault(_ element: JSONValue) throws(EmulatorError) -> Fault {
        guard let text = element.string else {
            throw .invalidArgument(
                "A fault is a string such as \"fetch/429:0.1\", found \(element.kindName).")
        }
        do throws(FaultText.Problem) {
            return try FaultText(parsing: text).fault
        } catch {
            throw .invalidArgument("\(error)")
        }
    }

    private func overridesAnswer(
        _ action: ControlCall.Action, of installation: String, in project: ProjectState,
        _ request: EmulatorRequest
    ) throws(EmulatorError) -> EmulatorAnswer {
        switch action {
        case .get: break
        case .delete: try set([:], of: installation, in: project)
        case .put: try set(try Self.values(RequestFields(request.body)), of: installation, in: project)
        }
        let current = project.withOverrides { $0[installation] } ?? InstallationOverrides()
        let values = current.values.mapValues { $0.map(JSONValue.string) ?? .null }
        return answer(
            ["overrides": .object(JSONObject(sorting: values))],
            "\(values.count) overrides of \(installation)")
    }

    private static func values(_ fields: RequestFields) throws(EmulatorError) -> [String: String?] {
        guard let object = fields.object["overrides"]?.object else {
            throw .invalidArgument(#"Expected {"overrides": {"key": "text, or null to leave it out"}}."#)
        }
        var values: [String: String?] = [:]
        for member in object.members {
            // Other scalars count as the text that a template would have for them.
            values.updateValue(member.value == .null ? nil : member.value.valueText, forKey: member.name)
        }
        return values
    }

    private func set(
        _ values: [String: String?], of installation: String, in project: ProjectState
    ) throws(EmulatorError) {
        let limit = configuration.installationLimit
        let isChanged = project.withOverrides { overrides -> Bool? in
            var changed = overrides[installation] ?? InstallationOverrides()
            guard changed.values != values else { return false }
            guard overrides[installation] != nil || overrides.count < limit else { return nil }
            changed.values = values
            changed.revision += 1
            overrides[installation] = changed
            return true
        }
        guard let isChanged else { throw .exhausted("At most \(limit) installations can have overrides.") }
        if isChanged { project.announce() }
    }

    private func answer(_ json: JSONValue, _ note: String) -> EmulatorAnswer {
        EmulatorAnswer(.json(json), note: note)
    }
}
