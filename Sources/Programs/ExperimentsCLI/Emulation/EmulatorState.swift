import ExperimentsCore
import ExperimentsLocks
import FirebaseTemplates
import RemoteConfigEmulator

/// The file in which an emulator stores published templates, so that the next one continues with them: `{"projects":
/// {ID: {"firebase": TEMPLATE, "firebase-server": TEMPLATE}}}`.
final class EmulatorState: Sendable {
    private let path: String
    /// The stored templates, by project.
    private let stored: [String: [TemplateNamespace: RemoteConfigTemplate]]
    /// Held while the file is written, because several threads publish projects.
    private let writing = Mutex<Void>(())

    /// Reads the file, if there is one.
    ///
    /// - Throws: `FileProblem` if it cannot be read, or is not a file of an emulator.
    init(_ path: String) throws(FileProblem) {
        self.path = path
        guard let bytes = try FileBytes.readIfPresent(path), !bytes.isEmpty else {
            stored = [:]
            return
        }
        let advice = "name a file that --state has written, or one that does not exist yet"
        let root = try JSONValue(parsing: bytes) { FileProblem(path, $0, advice: advice) }
        guard let projects = root.object?["projects"]?.object else {
            throw FileProblem(path: path, message: "expected an object with \"projects\"", advice: advice)
        }
        var stored: [String: [TemplateNamespace: RemoteConfigTemplate]] = [:]
        for project in projects.members {
            for member in project.value.object?.members ?? [] {
                guard let namespace = TemplateNamespace(rawValue: member.name) else { continue }
                do throws(TemplateProblem) {
                    stored[project.name, default: [:]][namespace] = try RemoteConfigTemplate(
                        parsing: member.value.compactBytes)
                } catch {
                    throw FileProblem(
                        path: path, message: "projects.\(project.name).\(member.name): \(error)",
                        advice: advice)
                }
            }
        }
        self.stored = stored
    }

    /// Restores a project from the stored templates, with the same versions.
    func restore(_ project: inout EmulatedProject) {
        guard let templates = stored[project.projectID] else { return }
        (project.template, project.serverTemplate) = (templates[.client], templates[.server])
        for (namespace, template) in templates where project.lastVersions[namespace] == template.versionNumber
        {
            project.lastVersions[namespace] = nil
        }
    }

    /// Stores published templates, now and whenever they change, until the handle is released.
    func follow(_ emulator: Emulator) -> ObservationHandle {
        emulator.observe { [self, weak emulator] notice in
            guard let emulator, case .published = notice else { return }
            store(emulator)
        }
    }

    private func store(_ emulator: Emulator) {
        writing.withLock { _ in
            var projects = JSONObject()
            for id in emulator.projectIDs {
                var templates = JSONObject()
                for namespace in TemplateNamespace.allCases {
                    guard let template = try? emulator.template(of: id, namespace) else { continue }
                    templates[namespace.rawValue] = .object(template.json)
                }
                projects[id] = .object(templates)
            }
            do {
                try AtomicFile.write(
                    JSONValue.object(
                        JSONObject(distinct: [.init(name: "projects", value: .object(projects))])
                    )
                    .prettyBytes, to: path)
            } catch {
                StandardError.line("warning: cannot store what was published: \(error)")
            }
        }
    }
}
