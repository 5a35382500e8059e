import ExperimentsCore
import Foundation

// What becomes of what was entered in the editor of overrides.
extension DashboardState {
    /// A value that a key refuses is set only when it is asked for twice; an end that is none, never.
    mutating func commit(_ editor: OverrideEditor) -> [Effect] {
        var editor = editor
        if editor.problem != nil, !editor.mayInsist {
            editor.mayInsist = true
            overlay = .editor(editor)
            return []
        }
        do throws(OverrideExpiryProblem) {
            let edit = overriding(editor, until: try editor.expiry(at: now))
            overlay = nil
            guard let edit, !edit.entries.isEmpty else {
                say("nothing changed", .warning, seconds: 3)
                return []
            }
            return propose(edit, question(editor, edit.entries.count))
        } catch {
            editor.focusExpiry()
            overlay = .editor(editor)
            say(error.message + "; " + error.advice, .warning)
            return []
        }
    }

    private func question(_ editor: OverrideEditor, _ count: Int) -> String {
        editor.fields.contains(.value)
            ? "Override \(count) keys with \(Quotation.of(editor.text, limit: 30))?"
            : "Change the notes and ends of \(count) overrides?"
    }

    /// The edit that overrides the editor's keys, keeping what older overrides say besides what was entered.
    private func overriding(_ editor: OverrideEditor, until end: OverrideExpiry?) -> OverrideEdit? {
        let amendment = OverrideAmendment(
            value: editor.fields.contains(.value) ? editor.text : nil,
            note: editor.note.text == editor.original.note ? nil : editor.note.text, end: end)
        let names = editor.keys.map(\.name)
        // A note of an override that somebody removed meanwhile is nobody's.
        return try? verbs.amend(
            amendment.value == nil ? names.filter { verbs.override(of: $0) != nil } : names, amendment)
    }
}
