import ExperimentsCore
import Foundation

extension DashboardState {
    mutating func startOverride() -> [Effect] {
        guard let key = selectedKey else { return [] }
        let current = report.overrides[key.name]?.value ?? selectedRow?.valueText
        if key.schema.kind == .json {
            return [.openEditor(EditorRequest(key: key, text: Self.pretty(current ?? "{}"), fileExtension: "json"))]
        }
        overlay = .editor(OverrideEditor(key, current: current))
        return []
    }

    private static func pretty(_ text: String) -> String {
        (try? JSONValue(parsing: text))?.prettyText ?? text
    }

    /// The edit that overrides `key` with `text`, keeping what an older override of it says besides its value.
    func overriding(_ key: CatalogKey, with text: String) -> OverrideEdit {
        var override = report.overrides[key.name] ?? Override(value: text)
        if override.isExpired(at: now) { override.expiresAt = nil }
        override.value = text
        override.isEnabled = true
        override.author = author
        override.setAt = now
        return OverrideEdit(title: "override \(key.name)", entries: [key.name: override])
    }

    mutating func editorClosed(_ request: EditorRequest, _ result: Result<String, EditorFailure>) -> [Effect] {
        switch result {
        case .failure(let failure):
            say(failure.reason, .warning)
            return []
        case .success(let edited):
            let text = Self.compact(edited)
            guard text != Self.compact(request.text) || report.overrides[request.key.name] == nil else {
                say("nothing changed", .warning, seconds: 3)
                return []
            }
            do throws(IncorrectValue) {
                try request.key.check(text)
                return [.editOverrides(overriding(request.key, with: text))]
            } catch {
                overlay = .confirmation(
                    Confirmation(
                        lines: ["\(request.key.name): \(error.reason)", "Set it anyway?"],
                        edit: overriding(request.key, with: text),
                        editAgain: EditorRequest(
                            key: request.key, text: edited, fileExtension: request.fileExtension)))
                return []
            }
        }
    }

    /// What an editor adds for the eye is taken off again: JSON on one line, no newline at the end.
    private static func compact(_ text: String) -> String {
        if let value = try? JSONValue(parsing: text) { return value.compactText }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    mutating func changeOverrides(_ action: Action) -> [Effect] {
        let name = selectedName ?? ""
        switch action {
        case .removeOverride:
            return [.editOverrides(OverrideEdit(title: "remove the override of \(name)", entries: [name: nil]))]
        case .switchOverride:
            guard var override = report.overrides[name] else { return [] }
            override.isEnabled.toggle()
            let title = "switch the override of \(name) \(override.isEnabled ? "on" : "off")"
            return [.editOverrides(OverrideEdit(title: title, entries: [name: override]))]
        case .clearOverrides:
            let names = report.overrides.names
            let edit = OverrideEdit(
                title: "remove all overrides",
                entries: Dictionary(uniqueKeysWithValues: names.map { ($0, Override?.none) }))
            overlay = .confirmation(
                Confirmation(
                    lines: ["Remove \(names.count == 1 ? "the override" : "all \(names.count) overrides")?"], edit: edit
                ))
            return []
        case .undo: return undoable.popLast().map { [.editOverrides($0)] } ?? []
        case .redo: return redoable.popLast().map { [.editOverrides($0)] } ?? []
        default: return []
        }
    }

    /// A change that the store refused can be tried again.
    mutating func giveUp(_ edit: OverrideEdit, because reason: String) {
        switch edit.kind {
        case .edit: break
        case .undo: undoable.append(edit)
        case .redo: redoable.append(edit)
        }
        say("\(edit.title): \(reason)", .error, seconds: 12)
    }

    mutating func finish(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        switch edit.kind {
        case .edit:
            undoable.append(edit.inverse(update, kind: .undo))
            redoable = []
            say(edit.title, .success, seconds: 4)
        case .undo:
            redoable.append(edit.inverse(update, kind: .redo))
            say("undone: \(edit.title)", .success, seconds: 4)
        case .redo:
            undoable.append(edit.inverse(update, kind: .undo))
            say("done again: \(edit.title)", .success, seconds: 4)
        }
    }
}
