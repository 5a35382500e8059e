import Foundation

/// A program that reads a flag.
struct FlaggedProgram {
    let number: Int
    /// The name of the key.
    let key: String
    /// Two values of the flag.
    let values: [String]
    /// The texts of the files, by name.
    let files: [String: String]
    /// The function that runs the program.
    let entry: String

    /// How often the name of the key is a text.
    static func mentions(of key: String, in files: [String: String]) -> Int {
        files.values.map { $0.components(separatedBy: "\"\(key)\"").count - 1 }.reduce(0, +)
    }
}
