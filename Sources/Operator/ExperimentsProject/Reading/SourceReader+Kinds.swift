import MarkedYAML

/// Reads the fields of each kind of source.
extension SourceReader {
    func readFile(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        let meant = refuseOthers(than: Self.fileFields, &problems)
        guard let node = value("path") else {
            missing("path", meant, "name a JSON or YAML file of key and value", &problems)
            return nil
        }
        return problems.path("path", of: record, node, field, in: folder).map { .file(path: $0) }
    }

    func readEmulator(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        let meant = refuseOthers(than: Self.emulatorFields, &problems)
        let project = value("project").flatMap { problems.text("project", of: record, $0, field) }
        let appID = value("app_id").flatMap { readAppID($0, &problems) }
        let apiKey = value("api_key").flatMap { problems.secret("api_key", of: record, $0, field) }
        let realtime = readRealtime(&problems)
        guard let node = value("url") else {
            missing("url", meant, "say where the emulator listens, such as http://127.0.0.1:9199", &problems)
            return nil
        }
        guard let url = problems.url("url", of: record, node, field) else { return nil }
        return .emulator(
            EmulatorSourceSettings(
                url: url, project: project, appID: appID, apiKey: apiKey, realtime: realtime ?? true))
    }

    func readRealtime(_ problems: inout ProblemCollector) -> Bool? {
        value("realtime").flatMap { problems.onOrOff("realtime", of: record, $0, field) }
    }

    func readAppID(_ node: YAMLNode, _ problems: inout ProblemCollector) -> String? {
        let expected = "an app's id such as 1:123456789012:ios:0a1b2c3d"
        guard let text = problems.text("app_id", of: record, node, field, expected) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty, Self.isMade(of: "0123456789", parts[1]),
            ["ios", "android", "web"].contains(parts[2]), Self.isMade(of: "0123456789abcdef", parts[3])
        else {
            problems.addWrong("app_id", of: record, mustBe: expected, node, field)
            return nil
        }
        return text
    }

    private static func isMade(of characters: String, _ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy(characters.contains)
    }
}
