import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Pictures of frames", .inTurn)
struct FramePictureTests {
    private func picture(_ text: String, style: CellStyle = .terminal, columns: Int = 24) -> String {
        var frame = Frame(size: CellSize(columns: columns, rows: 2))
        frame.put(text, at: .origin, style: style)
        return frame.svg(palette: .dark, title: "a < b")
    }

    @Test("whatever the cells hold, the picture is well-formed XML that holds it as text")
    func wellFormed() throws {
        let hostile = "<script>&amp;\"]]>'\u{7}\u{202E}語é"
        let reader = TextReader()
        let parser = XMLParser(data: Data(picture(hostile).utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.names.allSatisfy { ["svg", "title", "rect", "g", "text"].contains($0) })
        #expect(reader.texts.contains("a < b"))
        #expect(reader.texts.contains { $0.hasPrefix("<script>&amp;\"]]>'") && $0.hasSuffix("語é") })
    }

    @Test("words far apart are texts of their own, each as wide as its columns")
    func columns() {
        let svg = picture("key   value here")
        #expect(svg.contains(##"<text x="12" y="25.4" fill="#d4d7dd" textLength="25.2" "##))
        #expect(svg.contains(#"lengthAdjust="spacingAndGlyphs">key</text>"#))
        #expect(svg.contains(#"textLength="84" lengthAdjust="spacingAndGlyphs">value here</text>"#))
    }

    @Test("a wide character takes two columns")
    func wide() {
        #expect(picture("語").contains(#"textLength="16.8" lengthAdjust="spacingAndGlyphs">語</text>"#))
    }

    @Test("colors and attributes are drawn, reversed ones the other way round")
    func styles() {
        let style = CellStyle(
            foreground: .rgb(1, 2, 255), background: .indexed(196), attributes: [.bold, .reverse])
        let svg = picture("x", style: style)
        #expect(svg.contains(##"fill="#0102ff"/>"##))
        #expect(svg.contains(##"fill="#ff0000" textLength="8.4""##))
        #expect(svg.contains(#" font-weight="bold">x</text>"#))
    }

    @Test("what is the terminal's own takes the colors of the palette")
    func palettes() {
        let frame = Frame(size: CellSize(columns: 2, rows: 1))
        #expect(frame.svg(palette: .light, title: "").contains(##"rx="8" fill="#fdfcf9"/>"##))
        #expect(frame.svg(palette: .dark, title: "").contains(##"rx="8" fill="#16181d"/>"##))
    }

    private func animation(_ texts: [(String, Int)]) -> (frames: AnimatedFrames, svg: String) {
        var frames = AnimatedFrames()
        for (text, milliseconds) in texts {
            var frame = Frame(size: CellSize(columns: 10, rows: 2))
            frame.put("same", at: .origin, style: .terminal)
            frame.put(text, at: CellPoint(column: 0, row: 1), style: .terminal)
            frames.add(frame, for: milliseconds)
        }
        return (frames, frames.svg(palette: .dark, title: "a < b"))
    }

    @Test("an animation draws a row once for each of its contents, visible while frames have it")
    func animated() {
        let svg = animation([("one", 1000), ("two", 3000), ("one", 4000)]).svg
        #expect(svg.components(separatedBy: ">same</text>").count == 2)
        #expect(svg.components(separatedBy: ">one</text>").count == 2)
        #expect(
            svg.contains(
                "<g>\n"
                    + #"<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" dur="8000ms" "#
                    + #"values="visible;hidden;visible" keyTimes="0;0.1250;0.5000"/>"#))
        #expect(svg.contains(#"<g visibility="hidden">"#))
        #expect(svg.contains(#"values="hidden;visible;hidden" keyTimes="0;0.1250;0.5000"/>"#))
    }

    @Test("a frame that equals the one before it only lasts longer")
    func equalFrames() {
        let (frames, svg) = animation([("one", 500), ("one", 500)])
        #expect(frames.count == 1)
        #expect(!svg.contains("animate"))
        #expect(svg == animation([("one", 1000)]).svg)
    }

    @Test("an animation is well-formed XML")
    func animatedXML() {
        let parser = XMLParser(data: Data(animation([("<&", 1), ("]]>", 2)]).svg.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }
}

/// The elements and texts of an XML document.
private final class TextReader: NSObject, XMLParserDelegate {
    var names: [String] = []
    var texts: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.append(name)
        texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = texts.indices.last { texts[last] += text.trimmingCharacters(in: .newlines) }
    }
}
