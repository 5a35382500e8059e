/// A line of text being typed, scrolled so that the caret is on screen.
package enum TextFieldView {
    package static func draw(
        _ field: TextField, at point: CellPoint, width: Int, _ role: Role, _ canvas: inout Canvas
    ) {
        guard width > 0 else { return }
        let caret = DisplayText(field.textBeforeCaret).width
        let offset = max(0, caret - width + 1)
        let text = offset > 0 ? DisplayText(field.text).slice(from: offset, columns: width) : field.text
        canvas.put(text, at: point, role, maxColumns: width, overflow: .clip)
        canvas.frame.cursor = CellPoint(column: point.column + caret - offset, row: point.row)
        canvas.frame.showsCaret = true
    }
}
