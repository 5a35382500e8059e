import ExperimentsCore
import Foundation

/// The default values that an app has built in, as Firebase's console gives them: a property list for apps of Apple's
/// systems, or XML for Android. (Those in JSON are an object of key and value like any other.)
extension FileSourceContent {
    /// Whether a file looks like one: by its content, so that one with another ending is read as well.
    static func isDefaults(_ bytes: [UInt8]) -> Bool { isBinary(bytes) || isMarkup(bytes) }

    /// Reads a file.
    ///
    /// - Throws: `FileProblem` with the place.
    static func readDefaults(_ bytes: [UInt8], path: String) throws(FileProblem) -> [Member] {
        let root = try MarkupElement(
            parsing: isBinary(bytes) ? markup(ofBinary: bytes, path) : bytes, path: path)
        switch root.name {
        case "plist":
            guard let dictionary = root.children.first, dictionary.name == "dict", root.children.count == 1
            else {
                throw problem("expected one <dict> in <plist>", at: root.children.last ?? root, path)
            }
            var members: [Member] = []
            for pair in try pairs(of: dictionary, path) {
                members.append((pair.name, try entry(of: pair.value, path)))
            }
            return members
        case "defaultsMap":
            var members: [Member] = []
            for child in root.children {
                let member = try member(of: child, path)
                if members.contains(where: { $0.name == member.name }) {
                    throw repeated(member.name, at: child, path)
                }
                members.append(member)
            }
            return members
        default:
            throw problem(
                "expected default values, in <plist> or <defaultsMap>, found <\(root.name)>", at: root, path)
        }
    }

    private static func member(of element: MarkupElement, _ path: String) throws(FileProblem) -> Member {
        guard element.name == "entry" else {
            throw problem("expected <entry>, found <\(element.name)>", at: element, path)
        }
        guard let key = element.children.first(where: { $0.name == "key" }),
            let value = element.children.first(where: { $0.name == "value" })
        else { throw problem("expected <key> and <value> in <entry>", at: element, path) }
        return (key.text, Snapshot.Entry(text: value.text))
    }

    private static func pairs(
        of dictionary: MarkupElement, _ path: String
    ) throws(FileProblem) -> [(name: String, value: MarkupElement)] {
        try refuseText(in: dictionary, path)
        var pairs: [(name: String, value: MarkupElement)] = []
        var names: Set<String> = []
        var name: String?
        for child in dictionary.children {
            if let current = name {
                guard child.name != "key" else {
                    throw problem("expected a value for the key \(Quotation.of(current))", at: child, path)
                }
                pairs.append((current, child))
                name = nil
            } else {
                guard child.name == "key" else {
                    throw problem("expected <key>, found <\(child.name)>", at: child, path)
                }
                guard names.insert(child.text).inserted else { throw repeated(child.text, at: child, path) }
                name = child.text
            }
        }
        if let name { throw problem("the key \(Quotation.of(name)) has no value", at: dictionary, path) }
        return pairs
    }

    /// Returns the text of a value in a property list, as in Firebase's SDK for Apple platforms, but with `true` and
    /// `false` instead of `1` and `0`.
    private static func entry(of value: MarkupElement, _ path: String) throws(FileProblem) -> Snapshot.Entry {
        let json = try json(of: value, path)
        if value.name == "date" {
            return Snapshot.Entry(
                text: value.text.replacing(scalar: "T", with: " ").replacing(scalar: "Z", with: ""))
        }
        return Snapshot.Entry(json)
    }

    private static func json(of value: MarkupElement, _ path: String) throws(FileProblem) -> JSONValue {
        if !["array", "dict"].contains(value.name), let inner = value.children.first {
            throw problem("expected text in <\(value.name)>, found <\(inner.name)>", at: inner, path)
        }
        switch value.name {
        case "string", "date": return .string(value.text)
        case "data":
            return .string(
                String(value.text.unicodeScalars.filter { !$0.properties.isWhitespace }.map(Character.init)))
        case "true": return true
        case "false": return false
        case "integer", "real": return .number(try number(in: value, path))
        case "array":
            try refuseText(in: value, path)
            var items: [JSONValue] = []
            for child in value.children { items.append(try json(of: child, path)) }
            return .array(items)
        case "dict":
            var object = JSONObject()
            for pair in try pairs(of: value, path) { object[pair.name] = try json(of: pair.value, path) }
            return .object(object)
        default:
            throw problem("expected a value such as <string>, found <\(value.name)>", at: value, path)
        }
    }

    /// Returns the digits of a number, which may be hexadecimal in property lists.
    private static func number(in value: MarkupElement, _ path: String) throws(FileProblem) -> String {
        let text = value.text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isWhole = value.name == "integer"
        if let number = NumberText.json(ofYAML: text), !isWhole || NumberText.isWhole(number) {
            return number
        }
        throw problem(
            "expected a \(isWhole ? "whole number" : "number") in <\(value.name)>, found \(Quotation.of(text))",
            at: value,
            path)
    }

    /// Refuses text between elements.
    private static func refuseText(in element: MarkupElement, _ path: String) throws(FileProblem) {
        let text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        throw problem(
            "expected only elements in <\(element.name)>, found \(Quotation.of(text))", at: element, path)
    }

    private static func repeated(_ name: String, at element: MarkupElement, _ path: String) -> FileProblem {
        problem("the key \(Quotation.of(name)) occurs twice", at: element, path)
    }

    private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        let content = start.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return content.first == UInt8(ascii: "<") && !MergeConflict.begins(content)
    }

    /// Returns a binary property list as XML. Its keys are in alphabetical order, because it has no other.
    private static func markup(ofBinary bytes: [UInt8], _ path: String) throws(FileProblem) -> [UInt8] {
        do {
            let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
            return Array(try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
        } catch {
            throw FileProblem(
                path: path, message: "is not a property list that can be read",
                advice: "run `plutil -lint FILE` to find the mistake")
        }
    }

    private static func problem(_ message: String, at element: MarkupElement, _ path: String) -> FileProblem {
        FileProblem(path: path, message: message, line: element.line, column: element.column)
    }
}
