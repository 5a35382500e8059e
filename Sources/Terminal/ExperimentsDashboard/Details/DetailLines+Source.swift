import ExperimentsCore

// What the source says of its own accord.
extension DetailLines {
    /// Why a name has its value; of older values nothing is known.
    mutating func explain(_ name: String) {
        guard !state.history.isInThePast else { return }
        lines += ExplanationLines(state.source.explanation.lines(for: name), width: width).lines
    }

    /// What the source says about its content as a whole.
    mutating func describeNotes() {
        let notes = state.source.report.snapshot.notes
        guard !notes.isEmpty else { return }
        lines += [[], [Span("the source says", .title)]]
        for note in notes.prefix(50) { add(note.title, note.text) }
    }
}
