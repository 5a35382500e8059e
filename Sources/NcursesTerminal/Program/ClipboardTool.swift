import Foundation

/// The desktop's own program for the clipboard. Unlike a control sequence it works whatever the terminal allows, for
/// texts of any length; but only on the machine at which the user sits.
struct ClipboardTool: Hashable {
    /// Where the program is.
    let path: String
    let arguments: [String]

    /// The one to use; nil over ssh, and where there is none.
    ///
    /// - Parameter isProgram: whether there is a program at a path.
    init?(
        environment: [String: String],
        isProgram: (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }
    ) {
        func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        guard !has("SSH_CONNECTION"), !has("SSH_TTY") else { return nil }
        var choices: [[String]] = [["pbcopy"]]
        if has("WAYLAND_DISPLAY") { choices.append(["wl-copy"]) }
        if has("DISPLAY") {
            choices += [["xclip", "-selection", "clipboard", "-in"], ["xsel", "--clipboard", "--input"]]
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        for choice in choices {
            guard let folder = folders.first(where: { isProgram("\($0)/\(choice[0])") }) else { continue }
            path = "\(folder)/\(choice[0])"
            arguments = Array(choice.dropFirst())
            return
        }
        return nil
    }

    /// Puts a text into the clipboard, and waits for that. To be called beside the loop.
    func copy(_ text: String) -> Bool {
        guard let input = Self.file(with: text) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// A file without a name that only its owner can read: a pipe would end this program where the other one does not
    /// read.
    private static func file(with text: String) -> FileHandle? {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("experiments-\(UInt64.random(in: 0 ... .max))").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard (try? handle.write(contentsOf: Data(text.utf8))) != nil, (try? handle.seek(toOffset: 0)) != nil else {
            return nil
        }
        return handle
    }
}
