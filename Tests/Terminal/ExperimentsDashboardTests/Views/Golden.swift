import ExperimentsDashboard
import Foundation
import Testing

/// Screens kept as text files beside the tests. `EXPERIMENTS_RECORD=1` writes them anew; look at the difference before
/// committing it.
enum Golden {
    static func expect(_ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["EXPERIMENTS_RECORD"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let kept = try String(contentsOf: file, encoding: .utf8)
        #expect(text + "\n" == kept, "the screen differs from \(name).txt", sourceLocation: sourceLocation)
    }
}
