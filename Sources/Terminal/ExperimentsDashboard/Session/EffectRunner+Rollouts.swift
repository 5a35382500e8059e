import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts

// The rollouts of the project file.
extension EffectRunner {
    func runRollouts(_ request: RolloutRequest) {
        rolloutWork.add { [weak self] in await self?.perform(request) }
    }

    private func perform(_ request: RolloutRequest) async {
        switch request {
        case .look(let makesSteps):
            for declared in session.rollouts {
                await look(at: declared, makingSteps: makesSteps && declared.rollout.isAutomatic)
            }
            post(.to(\.rollouts, .finishedLooking))
        // Whatever cannot be stored is stored by the next look, or users before the start are not counted separately.
        case .prepare(let name):
            guard let work = await work(of: name), let reading = try? await work.reading() else { return }
            try? await work.keepSplitBeforeStart(of: reading, at: now())
        case .keep(let name, let template, let words):
            try? await work(of: name)?.keep(template, words, at: now())
        }
    }

    private func work(of name: String) async -> RolloutWork? {
        try? await session.rollouts.first { $0.rollout.name.isExactly(name) }?.work()
    }

    private func look(at declared: DeclaredRollout, makingSteps: Bool) async {
        let name = declared.rollout.name
        do {
            let work = try await declared.work()
            guard makingSteps else {
                let look = try await work.look(at: now(), keepingLooks: true)
                return post(.to(\.rollouts, .looked(name, .success(look), done: nil)))
            }
            let (look, done) = try await work.step(at: now())
            if let done {
                session.listener?.hear(
                    rollout: name, done.sentence, isHarm: done.isHarm, from: declared.rollout.source,
                    at: now())
            }
            post(.to(\.rollouts, .looked(name, .success(look), done: done)))
        } catch {
            post(.to(\.rollouts, .looked(name, .failure(error), done: nil)))
        }
    }
}
