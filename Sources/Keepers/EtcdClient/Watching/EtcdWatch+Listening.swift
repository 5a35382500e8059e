/// What is read off the stream.
extension EtcdWatch {
    mutating func received(_ bytes: [UInt8]) -> [Action] {
        var actions: [Action] = []
        do {
            for line in try lines.read(bytes) {
                let number = activity
                actions += try heard(EtcdWatchLine(line))
                // The line ended the stream: what follows it is of no interest.
                guard number == activity, !isOver else { break }
            }
        } catch {
            actions += failed(.invalid(error))
        }
        return actions
    }

    private mutating func heard(_ line: EtcdWatchLine) throws(EtcdAnswerProblem) -> [Action] {
        switch line {
        case .refused(let refusal): return failed(.refused(refusal))
        case .created(_, let header), .compacted(let header, _), .events(_, let header, _, _), .progress(_, let header):
            guard header.clusterID == clusterID else { return over() }
        }
        switch line {
        case .refused: return []
        case .compacted: return [.close, load()]
        case .created(let watch, _):
            if index(of: watch) != nil { created.insert(watch) }
            guard created.count == ranges.count else { return [] }
            phase = .live(since: now)
            hasSignedIn = false
            probes.restart(at: now)
            return tell(.live(endpoint: endpoint))
        case .progress(let watch, let header):
            if let index = index(of: watch) { positions[index].pass(header.revision) }
            return []
        case .events(let watch, _, let events, let isPart):
            guard let index = index(of: watch) else {
                throw EtcdAnswerProblem("events belong to a watch that was not asked for")
            }
            let news = try positions[index].take(events, isPart: isPart)
            return news.isEmpty ? [] : [.tell(.events(range: index, news))]
        }
    }

    private func index(of watch: Int64) -> Int? {
        positions.indices.contains(Int(clamping: watch &- 1)) ? Int(watch) - 1 : nil
    }
}
