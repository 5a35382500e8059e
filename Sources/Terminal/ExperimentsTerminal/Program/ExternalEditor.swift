#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsSupport
import Foundation
import ExperimentsNcurses

/// `$VISUAL`, `$EDITOR` or vi, on a temporary file that only its owner can read.
struct ExternalEditor {
    private let command: String
    private let folder: String

    init(environment: [String: String]) {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty }
        command = named ?? "vi"
        // Skip a folder that does not exist.
        folder = environment["TMPDIR"].flatMap { access($0, W_OK) == 0 ? $0 : nil } ?? "/tmp"
    }

    func edit(_ request: EditorRequest, on terminal: Terminal) -> Result<String, MessageError> {
        let path = "\(folder)/experiments-\(UInt64.random(in: 0 ... .max)).\(request.fileExtension)"
        defer { unlink(path) }
        let text = request.text + "\n"
        guard create(path, text) else {
            return .failure(MessageError("cannot write \(path): \(String(cString: strerror(errno)))"))
        }
        let start = ContinuousClock.now
        do throws(TerminalProblem) {
            // The shell splits the command into words, as other programs do with $EDITOR.
            let status = try terminal.run(["sh", "-c", command + " \"$1\"", "sh", path])
            if let failure = failure(status) { return .failure(failure) }
        } catch {
            return .failure(MessageError(error.description))
        }
        do throws(FileProblem) {
            let edited = String(decoding: try FileBytes.read(path), as: UTF8.self)
            if edited == text, ContinuousClock.now - start < .seconds(1) {
                return .failure(MessageError(Self.wordsForHaste(of: command)))
            }
            return .success(edited)
        } catch {
            return .failure(MessageError(error.description))
        }
    }

    /// Why the editor failed, or nil if it succeeded.
    private func failure(_ status: Int32) -> MessageError? {
        Self.words(for: status, of: command).map { MessageError($0) }
    }

    /// The message for an editor's exit code; nil if it succeeded.
    static func words(for status: Int32, of command: String) -> String? {
        switch status {
        case 0: nil
        // The shell reports these two.
        case 127: "\(command) cannot be found; set $VISUAL or $EDITOR to an editor"
        case 126: "\(command) cannot be run; set $VISUAL or $EDITOR to an editor"
        default: "\(command) ended with status \(status)"
        }
    }

    /// The message for an editor that ended within a second without changing anything.
    static func wordsForHaste(of command: String) -> String {
        "\(command) changed nothing; if it opened a window, make it wait, as with EDITOR=\"code --wait\""
    }

    /// Opens a file at a place and waits until the editor is closed. Returns why it could not be opened, or nil.
    func open(_ place: FilePlace, on terminal: Terminal) -> MessageError? {
        do throws(TerminalProblem) {
            let arguments = Self.arguments(of: command, for: place)
            let status = try terminal.run(["sh", "-c", command + " \"$@\"", "sh"] + arguments)
            return failure(status)
        } catch {
            return MessageError(error.description)
        }
    }

    /// Returns the arguments for opening an editor at a place: `+LINE FILE`, which vi, emacs and nano understand, or
    /// the form of newer editors.
    static func arguments(of command: String, for place: FilePlace) -> [String] {
        let program = command.split(scalar: " ").first.map { PathText.name(of: String($0)) } ?? ""
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
        // A short write does not set an error, so assume that the disk is full.
        errno = ENOSPC
        return write(descriptor, bytes, bytes.count) == bytes.count
    }
}
#endif
