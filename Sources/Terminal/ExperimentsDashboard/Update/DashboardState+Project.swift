import ExperimentsCore

// The project file, which may be edited while the dashboard is open.
extension DashboardState {
    mutating func projectRead(_ result: Result<ProjectUpdate, ProjectRefusal>) -> [Effect] {
        switch result {
        case .success(let update): return adopt(update)
        case .failure(let refusal):
            say("the project file stays as read before: \(refusal.reason)", .error, seconds: 15)
            return []
        }
    }

    private mutating func adopt(_ update: ProjectUpdate) -> [Effect] {
        let later = update.laterFields.joined(separator: ", ")
        say(
            "the project file was read anew"
                + (later.isEmpty ? "" : "; what it says of \(later) counts from the next start"),
            later.isEmpty ? .success : .warning)
        keyMap = update.keyMap
        asksFirst = update.asksFirst
        // What was switched on or off here stays, unless the file says something else than before.
        if update.alertRules != projectAlertRules {
            alertRules = update.alertRules
            projectAlertRules = update.alertRules
        }
        if update.refreshInterval != refreshInterval {
            fetching.change(interval: update.refreshInterval, at: now)
        }
        guard update.keys != keys else { return [] }
        keys = update.keys
        followDeclarations()
        return resolveAnew()
    }

    /// An editor that is open judges what is typed by the keys as they are declared now.
    private mutating func followDeclarations() {
        guard case .editor(var editor) = overlay else { return }
        let wanted = Set(editor.keys.map(\.name))
        let declared = Dictionary(keys.filter { wanted.contains($0.name) }.map { ($0.name, $0) }) { first, _ in first }
        let gone = editor.follow { name in
            if let key = declared[name] { return key }
            let entry = report.snapshot.entries[name]
            guard entry != nil || report.overrides[name] != nil else { return nil }
            return CatalogKey(name: name, schema: ValueSchema(suggestedBy: entry?.text))
        }
        overlay = gone.count == wanted.count ? nil : .editor(editor)
        if !gone.isEmpty { say("\(OverrideTitle.words(for: gone)) no longer declared, and not overridden", .warning) }
    }
}
