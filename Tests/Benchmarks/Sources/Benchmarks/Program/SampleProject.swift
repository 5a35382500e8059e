import Foundation

/// A project on disk with a file source.
struct SampleProject {
    let folder: String
    /// A value that stands on the last row of the first screen: once it is there, the screen is complete.
    let lastValueOnScreen = "last-row"
    /// The row of a 40-line screen that is drawn last.
    private static let lastRow = 32

    init(count: Int) throws {
        folder = NSTemporaryDirectory() + "experiments-benchmark-\(count)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var project = "source:\n  kind: file\n  path: config.json\nrefresh: 1h\nkeys:\n"
        var values: [String] = []
        for number in 0..<count {
            let name = "feature_number_\(number)"
            let type = ["bool", "int", "string"][number % 3]
            let value = ["true", "\(number)", "\"text\""][number % 3]
            project += "  - name: \(name)\n    title: Feature \(number)\n"
            project +=
                "    type: \(number == Self.lastRow ? "string" : type)\n    group: Group\(number % 20)\n"
            if number % 100 > 0 {
                values.append("\"\(name)\": \(number == Self.lastRow ? "\"last-row\"" : value)")
            }
        }
        try project.write(toFile: folder + "/experiments.yaml", atomically: true, encoding: .utf8)
        self.values = values
        try writeValues()
    }

    private let values: [String]

    /// Changes one value that is on the first screen, a number, as a new version of the file.
    func change(to number: Int) throws {
        var values = values
        guard let index = values.firstIndex(where: { $0.hasPrefix("\"feature_number_4\"") }) else { return }
        values[index] = "\"feature_number_4\": \(number)"
        try Self.write(values, to: folder)
    }

    private func writeValues() throws { try Self.write(values, to: folder) }

    private static func write(_ values: [String], to folder: String) throws {
        try "{\(values.joined(separator: ",\n"))}".write(
            toFile: folder + "/config.json", atomically: true, encoding: .utf8)
    }
}
