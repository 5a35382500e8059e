extension Span {
    private static let bars = Array("▁▂▃▄▅▆▇")

    /// Returns numbers over time as bars of seven heights, the newest at the right, with crosses for failures. No bar
    /// fills its cell, so that it stays apart from the text above.
    ///
    /// - Parameters:
    ///   - numbers: the numbers, oldest first; nil for a failure.
    ///   - columns: how many of the newest are shown at most.
    package static func sparkline(_ numbers: [Double?], columns: Int) -> [Span] {
        let shown = numbers.suffix(max(0, columns))
        let highest = shown.reduce(0) { max($0, $1 ?? 0) }
        var spans: [Span] = []
        var run = ""
        for number in shown {
            guard let number else {
                if !run.isEmpty { spans.append(Span(run, .sparkline)) }
                run = ""
                spans.append(Span("×", .error))
                continue
            }
            run.append(bar(number, highest))
        }
        return run.isEmpty ? spans : spans + [Span(run, .sparkline)]
    }

    /// The bar of a single number.
    package static func bar(_ number: Double, of highest: Double) -> Span {
        Span(String(bar(number, highest)), .sparkline)
    }

    /// The bar of nothing is the lowest, and any other is higher, unless all are zero.
    private static func bar(_ number: Double, _ highest: Double) -> Character {
        guard number > 0, highest > 0 else { return bars[0] }
        let level = Int((number / highest * Double(bars.count - 1)).rounded())
        return bars[max(1, min(level, bars.count - 1))]
    }
}

extension Span {
    /// Returns an amount as a bar, exactly as wide as requested, with a mark at the expected end.
    ///
    /// - Parameters:
    ///   - size: the amount.
    ///   - meant: the expected amount.
    ///   - largest: the value of the whole width.
    package static func shareBar(_ size: Double, meant: Double, largest: Double, columns: Int) -> [Span] {
        guard columns > 0 else { return [] }
        let axis = Axis(0...(largest > 0 && largest.isFinite ? largest : 1), cells: columns + 1)
        let end = axis.clampedCell(of: size)
        var cells = (0..<columns).map {
            $0 < end ? (Character("▆"), Role.sparkline) : (Character("·"), Role.dim)
        }
        // The mark is on the last cell that should be filled.
        if meant > 0 { cells[min(columns - 1, max(0, axis.clampedCell(of: meant) - 1))].0 = "│" }
        return runs(of: cells)
    }
}

/// Adjacent stretches of time, each labelled with its name: `══ control ══╪══ benefits_first ══`.
package struct LaneBar {
    /// A stretch of the bar.
    package struct Part: Sendable, Hashable {
        let columns: Range<Int>
        let name: String
        let fill: Character
        let ends: Ends
        let role: Role

        /// - Parameter fill: the character on both sides of the name.
        package init(_ columns: Range<Int>, name: String, fill: Character, ends: Ends = .none, _ role: Role) {
            self.columns = columns
            self.name = name
            self.fill = fill
            self.ends = ends
            self.role = role
        }
    }

    /// The ends of a stretch.
    package enum Ends: Sendable, Hashable {
        case none
        /// A wall at each end: `▐7▌`.
        case walls
        /// A sign in the first column.
        case sign(Character, Role)
    }

    /// The line as runs of text, exactly as wide as requested.
    package let spans: [Span]

    /// The line as text without trailing blanks.
    package var text: String {
        let text = spans.map(\.text).joined()
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// - Parameter parts: the stretches. They are cut at the end of the line; a later one covers those before it.
    package init(_ parts: [Part], columns: Int) {
        let blank = (text: " ", role: Role.dim)
        var cells = Array(repeating: blank, count: max(0, columns))
        for part in parts {
            let range = part.columns.clamped(to: 0..<cells.count)
            guard !range.isEmpty else { continue }
            for (offset, text) in Self.texts(of: part, columns: range.count).enumerated() {
                cells[range.lowerBound + offset] = (text, part.role)
            }
            if case .sign(let sign, let role) = part.ends, part.columns.lowerBound >= 0 {
                cells[range.lowerBound] = (String(sign), role)
            }
        }
        spans = Span.runs(of: cells)
    }

    /// Returns the character in each column; nothing in the right half of a wide one.
    private static func texts(of part: Part, columns: Int) -> [String] {
        let fill = String(part.fill)
        var texts = Array(repeating: fill, count: columns)
        var (inside, isTight) = (0..<columns, false)
        switch part.ends {
        case .none: break
        case .sign: inside = min(1, columns)..<columns
        case .walls:
            guard columns > 1 else { return ["▐"] }
            texts[0] = "▐"
            texts[columns - 1] = "▌"
            (inside, isTight) = (1..<columns - 1, true)
        }
        let width = DisplayText(part.name).width(upTo: columns + 1)
        let padding = isTight && width == inside.count ? 0 : 1
        // A name cut shorter than this would be useless.
        guard width > 0, inside.count >= min(width, 4) + 2 * padding else { return texts }
        let name = DisplayText(part.name).truncated(to: inside.count - 2 * padding)
        let used = DisplayText(name).width
        var place = inside.lowerBound + (inside.count - used) / 2
        if padding > 0 {
            texts[place - 1] = " "
            texts[place + used] = " "
        }
        for character in name {
            texts[place] = String(character)
            let width = DisplayText(texts[place]).width
            for covered in 1..<max(1, width) { texts[place + covered] = "" }
            place += width
        }
        return texts
    }
}
