/// A text in pages that are short enough for assistants.
struct TextPages {
    let pages: [String]

    /// - Parameter limit: the most units of UTF-16 on a page. Pages end at the end of a line where that is possible.
    init(_ text: String, limit: Int) {
        var pages: [String] = []
        var rest = text[...]
        while rest.utf16.count > limit {
            let most = TextCut.start(of: rest, atMost: limit)
            let lines = most.unicodeScalars.lastIndex(of: "\n").map { most.unicodeScalars[...$0] }
            let page = lines.map { String(Substring($0)) } ?? most
            pages.append(page)
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: max(1, page.utf8.count))...]
        }
        self.pages = pages + [String(rest)]
    }

    /// Returns a page with a line that says where the text continues; nil if there is no such page.
    func page(_ number: Int, of address: String) -> String? {
        guard pages.indices.contains(number - 1) else { return nil }
        guard number < pages.count else { return pages[number - 1] }
        return pages[number - 1]
            + "\n(page \(number) of \(pages.count), continues in \(address)?page=\(number + 1))\n"
    }
}
