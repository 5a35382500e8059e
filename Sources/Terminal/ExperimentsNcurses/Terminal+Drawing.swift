#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

extension Terminal {
    /// Shows a frame. Only what changed since the previous frame is sent. A frame larger than the screen is cut; a
    /// smaller one leaves the rest blank.
    public func present(_ frame: Frame) {
        let frame = isUnicode ? frame : frame.withPlainArrows()
        draw(frame, isComplete: shown == nil)
        // With few color pairs, a series of themes can use them up. Then everything is drawn from scratch.
        if cn_colors_overflowed() {
            shown = nil
            draw(frame, isComplete: true)
            _ = cn_colors_overflowed()
        }
    }

    /// Sends everything with the next frame, regardless of what the terminal currently shows.
    public func redrawCompletely() {
        shown = nil
        cn_redraw()
    }

    private func draw(_ frame: Frame, isComplete: Bool) {
        if writesDirectly { return write(frame, isComplete: isComplete) }
        if isComplete || shown?.size != frame.size { cn_erase() }
        let stretches = frame.differences(from: isComplete ? nil : shown)
        let cursorStays = shown?.cursor == frame.cursor && shown?.showsCaret == frame.showsCaret
        if stretches.isEmpty, cursorStays, !isComplete { return }
        var run = Run(palette: palette, isUnicode: isUnicode, limit: size)
        frame.cells.withUnsafeBufferPointer { cells in
            for stretch in stretches where stretch.row < size.rows {
                run.draw(cells, row: stretch.row, columns: stretch.columns, width: frame.size.columns)
            }
        }
        let cursor = frame.cursor ?? CellPoint(column: 0, row: size.rows - 1)
        cn_present(
            Int32(clamping: min(max(cursor.row, 0), size.rows - 1)),
            Int32(clamping: min(max(cursor.column, 0), size.columns - 1)),
            frame.showsCaret && frame.cursor != nil)
        shown = frame
    }
}

extension Terminal {
    /// Sends the differences in control sequences of our own. ncurses handles the terminal's modes, its keys and the
    /// caret.
    private func write(_ frame: Frame, isComplete: Bool) {
        let isSame = shown.map { $0 == frame } ?? false
        if isSame, !isComplete { return }
        var writer = FrameWriter(size: size, isUnicode: isUnicode)
        writer.write(frame, over: isComplete ? nil : shown)
        writer.bytes.withUnsafeBytes { bytes in
            cn_send(bytes.baseAddress, bytes.count, frame.showsCaret && frame.cursor != nil)
        }
        shown = frame
    }
}

/// A run of cells with the same style, passed to ncurses together.
private struct Run {
    let palette: CursesPalette
    let isUnicode: Bool
    let limit: CellSize
    private var cells: [cn_cell] = []
    private var style = CellStyle.terminal
    private var foreground: Int32 = -1
    private var background: Int32 = -1
    private var attributes: Int32 = 0

    init(palette: CursesPalette, isUnicode: Bool, limit: CellSize) {
        self.palette = palette
        self.isUnicode = isUnicode
        self.limit = limit
        cells.reserveCapacity(limit.columns)
    }

    mutating func draw(_ frame: UnsafeBufferPointer<Cell>, row: Int, columns: Range<Int>, width: Int) {
        var start = columns.lowerBound
        var column = start
        let end = min(columns.upperBound, limit.columns)
        while column < end {
            let cell = frame[row * width + column]
            if cell.style != style {
                flush(row: row, column: start)
                start = column
                adopt(cell.style)
            }
            append(cell.glyph, fits: column + cell.glyph.width <= limit.columns)
            column += max(cell.glyph.width, 1)
        }
        flush(row: row, column: start)
    }

    private mutating func append(_ glyph: Glyph, fits: Bool) {
        if !isUnicode {
            for _ in 0..<max(fits ? glyph.width : 1, 1) {
                cells.append(cn_cell(scalars: (UInt32(glyph.ascii), 0, 0), width: 1))
            }
        } else if glyph.width == 0 || !fits {
            cells.append(cn_cell(scalars: (0x20, 0, 0), width: 1))
        } else {
            cells.append(cn_cell(scalars: glyph.scalars, width: UInt32(glyph.width)))
        }
    }

    private mutating func adopt(_ style: CellStyle) {
        self.style = style
        let reduced = style.reduced(to: palette.depth)
        foreground = palette.number(reduced.foreground, isBackground: false)
        background = palette.number(reduced.background, isBackground: true)
        attributes = Int32(reduced.attributes.rawValue)
    }

    private mutating func flush(row: Int, column: Int) {
        guard !cells.isEmpty else { return }
        cn_draw(
            Int32(clamping: row), Int32(clamping: column), cells, Int32(clamping: cells.count), foreground,
            background,
            attributes)
        cells.removeAll(keepingCapacity: true)
    }
}
#endif
