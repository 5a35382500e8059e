import Foundation

/// A script for Python, which measures another product in the same run.
struct PythonScript {
    /// Why it cannot be measured.
    struct Absence: Error, CustomStringConvertible {
        let description: String
    }

    /// The variable that names the interpreter, for one of a virtual environment; `python3` without.
    let interpreterVariable: String
    /// The program.
    let text: String

    /// What it prints.
    ///
    /// - Throws: `Absence` with its last line where it fails.
    func output(_ arguments: [String]) throws -> Data {
        let interpreter = ProcessInfo.processInfo.environment[interpreterVariable] ?? "python3"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [interpreter, "-c", text] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let reason = words.split(separator: "\n").last.map { String($0) } ?? "\(interpreter) failed"
            throw Absence(description: reason)
        }
        return bytes
    }
}
