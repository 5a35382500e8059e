import ExperimentsCore
import FirebaseTemplates
import RemoteConfigEmulator

/// Remembers the last served version of each template, in a file for each project, so that the numbers continue when
/// the emulator starts again: `{"firebase": 12, "firebase-server": 3}`.
///
/// Apps ignore versions that are not newer than theirs, and an ETag of an earlier run must not match another template.
struct EmulatorVersions {
    private let folder: String
    private static let sizeLimit = 10_000

    init(folder: String = Environment.stateFolder + "/emulator") { self.folder = folder }

    /// Returns the last versions of a project; empty if the file cannot be read.
    func last(of projectID: String) -> [TemplateNamespace: Int64] {
        guard let bytes = try? FileBytes.read(path(of: projectID), limit: Self.sizeLimit),
            let members = (try? JSONValue(parsing: bytes))?.object?.members
        else { return [:] }
        var versions: [TemplateNamespace: Int64] = [:]
        for member in members {
            guard let namespace = TemplateNamespace(rawValue: member.name) else { continue }
            versions[namespace] = member.value.int64
        }
        return versions
    }

    /// Remembers the versions of a project, unless higher ones are stored. An emulator works without the file, so
    /// errors are ignored.
    func note(_ versions: [TemplateNamespace: Int64], of projectID: String) {
        let path = path(of: projectID)
        try? FileLock.whileHeld(guarding: path) {
            let known = last(of: projectID)
            let merged = known.merging(versions) { max($0, $1) }
            guard merged != known else { return }
            let members = merged.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                ($0.key.rawValue, $0.value)
            }
            try AtomicFile.write(Document(members).json.prettyBytes, to: path)
        }
    }

    /// Remembers the versions of an emulator's projects, now and whenever they change, until the handle is released.
    func follow(_ emulator: Emulator) -> ObservationHandle {
        noteAll(of: emulator)
        return emulator.observe { [weak emulator] notice in
            guard let emulator else { return }
            switch notice {
            case .published, .overridden: noteAll(of: emulator)
            // Overrides of one installation are set with a request.
            case .request(let record) where record.path.hasSuffix("/overrides") && record.method != "GET":
                noteAll(of: emulator)
            default: break
            }
        }
    }

    private func noteAll(of emulator: Emulator) {
        for projectID in emulator.projectIDs {
            if let versions = try? emulator.lastVersions(of: projectID), !versions.isEmpty {
                note(versions, of: projectID)
            }
        }
    }

    private func path(of projectID: String) -> String {
        let name = projectID.percentEncoded { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        return PathText.join(folder, name + ".json")
    }
}
