import CExperimentsGuides
import ExperimentsMCP

extension Guide {
    /// The guides that are part of the program.
    static let shipped: [Guide] = {
        var guides: [Guide] = []
        while case let found = experiments_guide_at(guides.count), let name = found.name,
            let text = found.text
        {
            let bytes = UnsafeRawBufferPointer(start: text, count: found.length)
            guides.append(Guide(name: String(cString: name), text: String(decoding: bytes, as: UTF8.self)))
        }
        return guides
    }()
}
