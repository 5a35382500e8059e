import MarkedYAML

/// Reads the fields of a Firebase source.
extension SourceReader {
    func readFirebase(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        let meant = refuseOthers(than: Self.firebaseFields, &problems)
        let baseURL = value("base_url").flatMap { problems.url("base_url", of: record, $0, field) }
        let installationsURL = value("installations_url").flatMap {
            problems.url("installations_url", of: record, $0, field)
        }
        let interval = value("minimum_fetch_interval").flatMap {
            problems.duration("minimum_fetch_interval", of: record, $0, field, least: .zero)
        }
        let realtime = readRealtime(&problems)
        let identity =
            value("google_services").map { readServicesFile($0, &problems) } ?? readIdentity(meant, &problems)
        guard let identity else { return nil }
        return .firebase(
            FirebaseSourceSettings(
                identity: identity, baseURL: baseURL, installationsURL: installationsURL,
                minimumFetchInterval: interval, realtime: realtime ?? true))
    }

    private func readServicesFile(
        _ node: YAMLNode, _ problems: inout ProblemCollector
    ) -> FirebaseSourceSettings.Identity? {
        for name in ["project", "api_key"] {
            guard let pair = pairs.first(where: { $0.key.text == name }) else { continue }
            problems.add(
                "'\(name)' is already told by the file of 'google_services'; remove one of them", at: pair.key,
                field.appending(name))
        }
        let package = value("package").flatMap { problems.text("package", of: record, $0, field) }
        let appID = value("app_id").flatMap { readAppID($0, &problems) }
        return problems.path("google_services", of: record, node, field, in: folder).map {
            .servicesFile(path: $0, package: package, appID: appID)
        }
    }

    private func readIdentity(_ meant: Set<String>, _ problems: inout ProblemCollector) -> FirebaseSourceSettings
        .Identity?
    {
        if let pair = pairs.first(where: { $0.key.text == "package" }) {
            problems.add(
                "'package' chooses among the apps of a 'google_services' file, and there is none", at: pair.key,
                field.appending("package"))
        }
        let project = value("project").flatMap { problems.text("project", of: record, $0, field, "a project's id") }
        let appID = value("app_id").flatMap { readAppID($0, &problems) }
        let apiKey = value("api_key").flatMap { problems.secret("api_key", of: record, $0, field) }
        let absent = ["project", "app_id", "api_key"].filter { value($0) == nil && !meant.contains($0) }
        if meant.isDisjoint(with: ["google_services"]), !absent.isEmpty {
            let names = absent.map { "'\($0)'" }.joined(separator: ", ")
            problems.add(
                "\(record.place ?? "the source") has no \(names): give 'project', 'app_id' and 'api_key', or the path of a "
                    + "'google_services' file", at: node, field)
        }
        guard let project, let appID, let apiKey else { return nil }
        return .fields(project: project, appID: appID, apiKey: apiKey)
    }
}
