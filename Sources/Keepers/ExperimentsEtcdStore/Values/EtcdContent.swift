import ExperimentsCore
import ExperimentsEtcdClient

/// The form in which a store contains values.
package enum EtcdContent: Sendable {
    /// Each value has a separate key.
    case keys
    /// All values in one document, which `read` reads.
    case document(read: @Sendable ([UInt8]) throws -> ExactDictionary<Snapshot.Entry>)

    /// Returns the keys with the values.
    func range(in layout: EtcdLayout) -> EtcdKeyRange {
        switch self {
        case .keys: layout.values
        case .document: .key(layout.document)
        }
    }
}

/// The values of a project, kept up to date with its part of a store.
struct EtcdValues: Sendable {
    /// The entries by name.
    private(set) var entries = ExactDictionary<Snapshot.Entry>()
    private let content: EtcdContent
    private let layout: EtcdLayout
    /// The keys that could not be read, and why.
    private var problems: [EtcdKey: String] = [:]
    /// The revision of the document that was read last; nil if there was none.
    private var documentRevision: Int64?

    init(_ content: EtcdContent, in layout: EtcdLayout) {
        (self.content, self.layout) = (content, layout)
    }

    /// The keys that could not be read, in order.
    var notes: [SourceNote] {
        problems.sorted { $0.key < $1.key }.map { SourceNote(title: "Left out", text: $0.value) }
    }

    /// Applies changes to the store.
    ///
    /// - Parameter mirror: the current content of the store.
    /// - Throws: the error of the reader of a document; the values are then unchanged. If each value has a key, one
    ///   that cannot be used is reported, and the others are used.
    mutating func take(_ events: [EtcdEvent], now mirror: EtcdMirror) throws {
        switch content {
        case .keys: for event in events { take(event) }
        case .document(let read):
            let document = mirror.entries[layout.document]
            guard document?.modRevision != documentRevision else { return }
            entries = try document.map { try read($0.value) } ?? [:]
            documentRevision = document?.modRevision
        }
    }

    private mutating func take(_ event: EtcdEvent) {
        problems[event.key] = nil
        guard case .value(let name)? = layout.place(of: event.key) else {
            if event.kind == .put { problems[event.key] = "\(event.key) is not the name of a key" }
            return
        }
        entries[name] = nil
        guard event.kind == .put else { return }
        if let text = String(validUTF8: event.entry.value) {
            entries[name] = Snapshot.Entry(text: text)
        } else {
            problems[event.key] = "the value of \(Quotation.of(name)) is not UTF-8 text"
        }
    }
}
