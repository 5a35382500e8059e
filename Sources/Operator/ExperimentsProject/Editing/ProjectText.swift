import ExperimentsCore
import ExperimentsYAML

/// The text of a project file, for declaring and removing keys. Everything else is preserved byte by byte: comments,
/// order, indentation and line ends.
package struct ProjectText: Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Returns the text after an edit.
    ///
    /// - Throws: ``ProjectEditProblem`` if the text cannot be read, has a form that cannot be changed line by line,
    ///   or if the edit has no effect or would break the file.
    package func applying(_ edit: KeyEdit) throws(ProjectEditProblem) -> String {
        if case .retire(let name) = edit {
            return try withoutExperiments(of: name).applyingAlone(edit, to: self)
        }
        return try applyingAlone(edit, to: self)
    }

    /// Returns the text without the experiments that test a key.
    private func withoutExperiments(of key: String) throws(ProjectEditProblem) -> ProjectText {
        let root = try parsed(text)
        let isTested = (root?["experiments"]?.items ?? []).contains { $0["key"]?.text == key }
        guard isTested else { return self }
        let section = try KeysSection(text, root, field: "experiments", name: "key")
        let result = section.applying(.retire(key))
        let left = (root?["experiments"]?.items ?? []).filter { $0["key"]?.text != key }
        let items = (try? YAMLNode(parsing: result))?["experiments"]?.items ?? []
        guard items.count == left.count, zip(left, items).allSatisfy({ $0.says($1) }) else {
            throw ProjectEditProblem(.unusualForm("its experiments are written in an unusual way"))
        }
        return ProjectText(result)
    }

    /// - Parameter before: the text before the whole edit.
    private func applyingAlone(_ edit: KeyEdit, to before: ProjectText) throws(ProjectEditProblem) -> String {
        let root = try parsed(text)
        if text.hasLoneCarriageReturn {
            throw ProjectEditProblem(.unusualForm("its lines end in carriage returns"))
        }
        try edit.check(among: (root?["keys"]?.items ?? []).compactMap { $0["name"]?.text })
        let result: String
        do throws(ProjectEditProblem) {
            let section = try KeysSection(text, root)
            result = section.applying(edit)
        } catch {
            let last = lastInBrackets(root)
            if let last, let result = declaring(edit, inBracketsAfter: last, root) { return result }
            throw error.telling(byHand: edit, inBrackets: last != nil)
        }
        do throws(ProjectEditProblem) {
            try check(result, after: edit, of: root, before)
        } catch {
            throw error.telling(byHand: edit, inBrackets: false)
        }
        return result
    }

    /// Returns the last key if the keys are in flow style, as in `keys: [{name: a, type: int}]`; nil if they are not.
    private func lastInBrackets(_ root: YAMLNode?) -> YAMLNode? {
        guard let keys = root?.pairs?.first(where: { $0.key.text == "keys" }),
            let last = keys.value.items?.last,
            last.line >= keys.key.line
        else { return nil }
        let line = ProjectTextLines(text).content(of: last.line - 1)
        return line.contains(UInt8(ascii: "{")) && line.first != UInt8(ascii: "-") ? last : nil
    }

    /// Returns the text with keys added after the last one of a list in flow style; nil if a comment follows that key.
    private func declaring(_ edit: KeyEdit, inBracketsAfter last: YAMLNode, _ root: YAMLNode?) -> String? {
        guard case .declare(let keys) = edit else { return nil }
        let lines = ProjectTextLines(text)
        // On the first line of the file, a bracket may be that of the whole file.
        let hasOwnLine = last.line > 1 && lines.content(of: last.line - 1).first == UInt8(ascii: "{")
        let indentation = String(repeating: " ", count: lines.indentation(of: last.line - 1))
        let separator = "," + (hasOwnLine ? lines.lineEnd + indentation : " ")
        let added = keys.map { separator + CatalogueText.flowEntry($0) }.joined()
        let bytes = text.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: lines.text(0..<last.line - 1).utf8.count)
        for bracket in bytes[start...].indices where bytes[bracket] == UInt8(ascii: "]") {
            guard let brace = bytes[start..<bracket].lastIndex(of: UInt8(ascii: "}")) else { continue }
            let end = bytes.index(after: brace)
            guard bytes[end..<bracket].allSatisfy({ " ,\r\n".utf8.contains($0) }) else { continue }
            let result = String(text[..<end]) + added + text[end...]
            if (try? check(result, after: edit, of: root, self)) != nil { return result }
        }
        return nil
    }

    private func parsed(_ text: String) throws(ProjectEditProblem) -> YAMLNode? {
        do throws(YAMLProblem) {
            return try YAMLNode(parsing: text)
        } catch {
            throw ProjectEditProblem(
                .unreadable(error.message),
                at: YAMLNode(.sequence([]), line: error.line, column: error.column))
        }
    }

    /// Checks the edited text by reading it, so that any misunderstanding is found.
    private func check(
        _ result: String, after edit: KeyEdit, of root: YAMLNode?, _ original: ProjectText
    ) throws(ProjectEditProblem) {
        let new = try? YAMLNode(parsing: result)
        let (before, after) = (root?.pairs ?? [], new?.pairs ?? [])
        let others = before.filter { $0.key.text != "keys" }
        guard zip(others, after.filter { $0.key.text != "keys" }).allSatisfy({ $0.value.says($1.value) }),
            others.count == after.count(where: { $0.key.text != "keys" })
        else { throw ProjectEditProblem(.unusualForm("it is written in an unusual way")) }
        let (old, keys) = (root?["keys"]?.items ?? [], new?["keys"]?.items ?? [])
        let isRight: Bool
        switch edit {
        case .declare(let added):
            isRight =
                keys.count == old.count + added.count && zip(old, keys).allSatisfy { $0.says($1) }
                && zip(added, keys.dropFirst(old.count)).allSatisfy { $0.name == $1["name"]?.text }
        case .drop, .retire:
            let names = edit.names
            let left = old.filter { !names.contains($0["name"]?.text ?? "") }
            isRight = keys.count == left.count && zip(left, keys).allSatisfy { $0.says($1) }
        }
        guard isRight else {
            throw ProjectEditProblem(.unusualForm("its keys are written in an unusual way"))
        }
        try original.checkMeaning(result)
    }

    /// Checks that the file is still valid: other parts of it may refer to a key.
    private func checkMeaning(_ result: String) throws(ProjectEditProblem) {
        guard (try? Project(parsing: text, path: ProjectFile.name)) != nil else { return }
        do throws(ProjectProblems) {
            _ = try Project(parsing: result, path: ProjectFile.name)
        } catch {
            throw ProjectEditProblem(.wouldBreak(error.message))
        }
    }
}

extension ProjectEditProblem {
    /// Adds the lines to write by hand, if that would help.
    fileprivate func telling(byHand edit: KeyEdit, inBrackets: Bool) -> ProjectEditProblem {
        guard case .unusualForm = reason, case .declare(let keys) = edit else { return self }
        var problem = self
        let entry = inBrackets ? { "    " + CatalogueText.flowEntry($0) + ",\n" } : CatalogueText.entry
        problem.byHand = keys.map(entry).joined()
        if problem.byHand?.last == "\n" { problem.byHand?.removeLast() }
        return problem
    }
}

extension YAMLNode {
    /// Whether two nodes have the same content, wherever they are. A text over several lines at the end of a file has a
    /// last line end only if the file has one.
    fileprivate func says(_ other: YAMLNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(let one, isPlain: false), .scalar(let two, isPlain: false)):
            one == two || one == two + "\n" || one + "\n" == two
        case (.scalar, .scalar): content == other.content
        case (.sequence(let one), .sequence(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.says($1) }
        case (.mapping(let one), .mapping(let two)):
            one.count == two.count
                && zip(one, two).allSatisfy { $0.key.says($1.key) && $0.value.says($1.value) }
        default: false
        }
    }
}

extension String {
    /// Whether a carriage return ends a line by itself.
    fileprivate var hasLoneCarriageReturn: Bool {
        var wasReturn = false
        for byte in utf8 {
            if wasReturn, byte != UInt8(ascii: "\n") { return true }
            wasReturn = byte == UInt8(ascii: "\r")
        }
        return wasReturn
    }
}
