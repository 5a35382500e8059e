extension Frame {
    /// A stretch of one row.
    package struct Stretch: Sendable, Hashable {
        /// The row.
        package var row: Int

        /// The columns; wide glyphs are in it whole.
        package var columns: Range<Int>

        /// A stretch of a row.
        package init(row: Int, columns: Range<Int>) {
            self.row = row
            self.columns = columns
        }
    }

    /// Where this frame shows something else than `other`, at most one stretch for each row; every row in full if
    /// the frames differ in size or there is no other.
    package func differences(from other: Frame?) -> [Stretch] {
        let columns = size.columns
        guard columns > 0 else { return [] }
        guard let other, other.size == size else {
            return (0..<size.rows).map { Stretch(row: $0, columns: 0..<columns) }
        }
        var stretches: [Stretch] = []
        cells.withUnsafeBufferPointer { new in
            other.cells.withUnsafeBufferPointer { old in
                // Frames that were copied and not drawn into since share their storage.
                guard new.baseAddress != old.baseAddress else { return }
                for row in 0..<size.rows {
                    let start = row * columns
                    var first = start
                    let end = start + columns
                    while first < end, new[first] == old[first] { first += 1 }
                    guard first < end else { continue }
                    var last = end - 1
                    while new[last] == old[last] { last -= 1 }
                    if new[first].isContinuation, first > start { first -= 1 }
                    if last + 1 < end, new[last + 1].isContinuation { last += 1 }
                    stretches.append(Stretch(row: row, columns: first - start..<last - start + 1))
                }
            }
        }
        return stretches
    }
}
