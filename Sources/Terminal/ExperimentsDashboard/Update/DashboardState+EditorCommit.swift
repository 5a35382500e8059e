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
            if edit.entries.isEmpty {
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
    private func overriding(_ editor: OverrideEditor, until expiry: OverrideExpiry?) -> OverrideEdit {
        let setsValue = editor.fields.contains(.value)
        let circumstances = report.circumstances(at: now)
        var entries: [String: ExperimentsCore.Override?] = [:]
        for key in editor.keys {
            let name = key.name
            var override = report.overrides[name] ?? Override(value: editor.text)
            let hasEnded = override.hasEnded(for: name, in: circumstances)
            if setsValue {
                override.value = editor.text
                override.isEnabled = true
                (override.author, override.setAt) = (author, now)
                if hasEnded { (override.expiresAt, override.until) = (nil, nil) }
            }
            if let expiry {
                expiry.apply(to: &override, upstream: report.snapshot.entries[name]?.text)
                override.setAt = now
            }
            if editor.note.text != editor.original.note {
                override.note = editor.note.text.isEmpty ? nil : editor.note.text
            }
            if override != report.overrides[name] { entries.updateValue(override, forKey: name) }
        }
        let words = Self.words(for: editor.keys.map(\.name))
        return OverrideEdit(title: setsValue ? "override \(words)" : "note and end of \(words)", entries: entries)
    }
}
