/// The order in which features can be evaluated so that their prerequisites were before.
struct PrerequisiteOrder {
    /// The depth to which prerequisites are evaluated recursively.
    static let deepest = 40

    /// Every feature, each after its prerequisites, where some lie deeper; else none. Cycles are cut.
    let deep: [Int]

    init(_ features: [Feature]) {
        let needed = features.map { feature in
            Array(Set(feature.rules.flatMap { $0.prerequisites.compactMap(\.feature) })).sorted()
        }
        guard needed.contains(where: { !$0.isEmpty }) else {
            deep = []
            return
        }
        var depths = [Int](repeating: 0, count: features.count)
        var isEntered = [Bool](repeating: false, count: features.count)
        var order: [Int] = []
        for start in features.indices where !isEntered[start] {
            var open = [(feature: start, next: 0)]
            isEntered[start] = true
            while let (feature, next) = open.last {
                guard next < needed[feature].count else {
                    depths[feature] = (needed[feature].map { depths[$0] }.max() ?? -1) + 1
                    order.append(feature)
                    open.removeLast()
                    continue
                }
                open[open.count - 1].next += 1
                let prerequisite = needed[feature][next]
                if !isEntered[prerequisite] {
                    isEntered[prerequisite] = true
                    open.append((prerequisite, 0))
                }
            }
        }
        deep = (depths.max() ?? 0) > Self.deepest ? order : []
    }
}
