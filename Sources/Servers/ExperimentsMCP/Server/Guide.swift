/// A guide of the program's documentation.
package struct Guide: Sendable, Hashable {
    let name: String
    let title: String
    /// What it is about, in a sentence.
    let summary: String
    let text: String

    /// - Parameters:
    ///   - name: the name of the guide's file, without its extension.
    ///   - text: the guide in Markdown: its title, its summary, and the rest.
    package init(name: String, text: String) {
        let lines = text.split(separator: "\n", maxSplits: 2)
        self.name = name
        title = lines.first.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? name
        summary = lines.dropFirst().first.map(String.init) ?? ""
        self.text = text
    }
}
