import ExperimentsCore
import Foundation

// Opening the editor of overrides, its keys, and what comes of it.
extension DashboardState {
    mutating func startOverride() -> [Effect] {
        let keys = targets
        guard let first = keys.first else { return [] }
        let row = marks.isEmpty ? selectedRow : nil
        let value = report.overrides[first.name]?.value ?? row?.valueText ?? (keys.count > 1 ? "" : nil)
        // A value that was broken is shown as it is, so that it can be mended.
        openEditor(keys, fields: OverrideEditor.Field.allCases, current: value ?? row?.remoteText)
        return []
    }

    mutating func editOverride() -> [Effect] {
        openEditor(targets.filter { report.overrides[$0.name] != nil }, fields: [.note, .expiry], current: nil)
        return []
    }

    private mutating func openEditor(_ keys: [CatalogKey], fields: [OverrideEditor.Field], current: String?) {
        let overrides = keys.compactMap { report.overrides[$0.name] }
        let circumstances = report.circumstances(at: now)
        let ends = Set(
            keys.compactMap { key in
                report.overrides[key.name].map { override in
                    override.hasEnded(for: key.name, in: circumstances) ? "" : OverrideExpiry(of: override).text
                }
            })
        let notes = Set(overrides.map { $0.note ?? "" })
        overlay = .editor(
            OverrideEditor(
                keys, fields: fields, current: current, expiry: ends.count == 1 ? ends.first ?? "" : "",
                note: notes.count == 1 ? notes.first ?? "" : "", now: now, localTime: localTime))
    }

    mutating func handle(_ press: KeyPress, _ editor: OverrideEditor) -> [Effect] {
        var editor = editor
        switch press.key {
        case .escape:
            overlay = nil
            return []
        case .enter: return commit(editor)
        case .tab: editor.focus(by: 1)
        case .backTab: editor.focus(by: -1)
        default:
            switch (editor.focus, editor.input) {
            case (.value, .choice(let choices, _)):
                if (press.key, press.modifiers) == (.character(" "), []) { return commit(editor) }
                choose(press, choices, &editor)
            case (.value, .text):
                if press == KeyPress(.character("o"), modifiers: .control) { return [.openEditor(request(of: editor))] }
                type(press, &editor)
            case (.expiry, _) where press.key == .down || press.key == .up:
                editor.offerEnd(by: press.key == .down ? 1 : -1)
            default: editor.edit { _ = $0.handle(press) }
            }
        }
        overlay = .editor(editor)
        return []
    }

    private func choose(_ press: KeyPress, _ choices: [String], _ editor: inout OverrideEditor) {
        switch (press.key, press.modifiers) {
        case (.down, _), (.character("j"), []): editor.select(by: 1)
        case (.up, _), (.character("k"), []): editor.select(by: -1)
        case (.character("e"), []): editor.typeAnyText()
        case (.character(let digit), []):
            if let number = digit.wholeNumberValue { editor.select(row: number - 1) }
        default: break
        }
    }

    private func type(_ press: KeyPress, _ editor: inout OverrideEditor) {
        switch press.key {
        case .up where press.modifiers.isEmpty: editor.count(by: 1)
        case .down where press.modifiers.isEmpty: editor.count(by: -1)
        default: editor.edit { _ = $0.handle(press) }
        }
    }

    private func request(of editor: OverrideEditor) -> EditorRequest {
        let isJSON = editor.kind == .json
        let text = isJSON ? (try? JSONValue(parsing: editor.text))?.prettyText ?? editor.text : editor.text
        return EditorRequest(key: editor.keys[0], text: text, fileExtension: isJSON ? "json" : "txt")
    }

    /// The editor on the screen, which waits under `$EDITOR`, takes the text.
    mutating func editorClosed(_ request: EditorRequest, _ result: Result<String, EditorFailure>) -> [Effect] {
        switch result {
        case .failure(let failure): say(failure.reason, .warning)
        case .success(let edited):
            guard case .editor(var editor) = overlay, editor.keys.first?.name == request.key.name else {
                return []
            }
            editor.replaceText(Self.compact(edited))
            overlay = .editor(editor)
        }
        return []
    }

    /// What an editor adds for the eye is taken off again: JSON on one line, no newline at the end.
    private static func compact(_ text: String) -> String {
        if let value = try? JSONValue(parsing: text) { return value.compactText }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
