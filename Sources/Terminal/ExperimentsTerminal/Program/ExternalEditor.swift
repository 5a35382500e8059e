#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import Foundation
import NcursesTerminal

/// `$VISUAL`, `$EDITOR` or vi, on a temporary file that only its owner can read.
struct ExternalEditor {
    private let command: String
    private let folder: String

    init(environment: [String: String]) {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty }
        command = named ?? "vi"
        folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    func edit(_ request: EditorRequest, on terminal: Terminal) -> Result<String, EditorFailure> {
        let path = "\(folder)/experiments-\(UInt64.random(in: 0 ... .max)).\(request.fileExtension)"
        guard create(path, request.text + "\n") else {
            return .failure(EditorFailure("cannot write \(path): \(String(cString: strerror(errno)))"))
        }
        defer { unlink(path) }
        do throws(TerminalProblem) {
            // The shell splits the command into words, as other programs do with $EDITOR.
            let status = try terminal.run(["sh", "-c", command + " \"$1\"", "sh", path])
            guard status == 0 else { return .failure(EditorFailure("\(command) ended with status \(status)")) }
        } catch {
            return .failure(EditorFailure(error.description))
        }
        do throws(FileProblem) {
            return .success(String(decoding: try FileBytes.read(path), as: UTF8.self))
        } catch {
            return .failure(EditorFailure(error.description))
        }
    }

    /// Opens a file at a place, and waits until the editor is closed. Why it could not be, if so.
    func open(_ place: FilePlace, on terminal: Terminal) -> EditorFailure? {
        do throws(TerminalProblem) {
            let arguments = Self.arguments(of: command, for: place)
            let status = try terminal.run(["sh", "-c", command + " \"$@\"", "sh"] + arguments)
            return status == 0 ? nil : EditorFailure("\(command) ended with status \(status)")
        } catch {
            return EditorFailure(error.description)
        }
    }

    /// Returns the arguments for opening an editor at a place: `+LINE FILE`, which vi, emacs and nano understand, or
    /// the form of newer editors.
    static func arguments(of command: String, for place: FilePlace) -> [String] {
        let program = command.split(separator: " ").first.map { PathText.name(of: String($0)) } ?? ""
        let all = "\(place.path):\(place.line):\(place.column)"
        return switch program {
        case "code", "code-insiders", "codium", "cursor": ["--goto", all]
        case "hx", "helix", "subl", "zed": [all]
        default: ["+\(place.line)", place.path]
        }
    }

    private func create(_ path: String, _ text: String) -> Bool {
        let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        return write(descriptor, bytes, bytes.count) == bytes.count
    }
}
#endif
