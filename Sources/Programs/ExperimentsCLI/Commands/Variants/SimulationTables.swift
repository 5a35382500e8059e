import ExperimentsCore
import Variants

/// A simulation as tables of text.
struct SimulationTables {
    /// The tables, each line ended by a line feed.
    let text: StyledText

    init(_ simulation: Simulation, _ settings: Settings) {
        let style = PlainText(settings)
        let width = Console.columns
        var parts = [Self.variants(simulation).text(style, width: width)]
        if !simulation.flags.isEmpty { parts.append(Self.flags(simulation).text(style, width: width)) }
        if !simulation.overlaps.isEmpty { parts.append(Self.overlaps(simulation).text(style, width: width)) }
        parts.append(Self.verdict(simulation, style))
        text = parts.joined(separator: "\n")
    }

    private static let shareColumns: [Table.Column] = [
        .init(title: "USERS", limit: 12), .init(title: "SHARE", limit: 10), .init(title: "95 % INTERVAL", limit: 20),
        .init(title: "INTENDED", limit: 10), .init(title: "P", limit: 10),
    ]

    private static func variants(_ simulation: Simulation) -> Table {
        var table = Table([.init(title: "VARIANT", limit: 50)] + shareColumns)
        for variant in simulation.variants {
            table.append([.init(variant.id)] + cells(of: variant.active, variant.test, simulation))
        }
        return table
    }

    private static func flags(_ simulation: Simulation) -> Table {
        var table = Table(
            [.init(title: "FLAG", limit: 50), .init(title: "VALUE FROM", limit: 50)] + shareColumns)
        for flag in simulation.flags {
            for (index, arm) in flag.arms.enumerated() {
                let test = index == 0 ? flag.test : nil
                table.append(
                    [
                        .init(index == 0 ? flag.flag : ""),
                        .init(arm.variant ?? "base value", arm.variant == nil ? .dim : .plain),
                    ]
                        + cells(of: arm.share, test, simulation))
            }
        }
        return table
    }

    private static func overlaps(_ simulation: Simulation) -> Table {
        var table = Table(
            [
                .init(title: "FLAG", limit: 50), .init(title: "OVERLAP OF", limit: 50), .init(title: "AND", limit: 50),
            ] + shareColumns.dropLast())
        for overlap in simulation.overlaps {
            table.append(
                [.init(overlap.flag), .init(overlap.first), .init(overlap.second)]
                    + cells(of: overlap.share, nil, simulation).dropLast())
        }
        return table
    }

    private static func cells(
        of share: ObservedShare, _ test: ChiSquaredTest?, _ simulation: Simulation
    ) -> [Table.Cell] {
        let interval = share.interval
        return [
            .init(String(share.count)), .init(Percentage(share.share).text),
            .init("\(Percentage(interval.lowerBound).text) – \(Percentage(interval.upperBound).text)"),
            .init(share.intended.map { Percentage($0).text } ?? "not known", share.intended == nil ? .dim : .plain),
            .init(test.map { probability($0.probability) } ?? "", simulation.isMismatch(test) ? .red : .plain),
        ]
    }

    private static func probability(_ value: Double) -> String {
        value < 0.0001 ? "< 0.0001" : String((value * 10_000).rounded() / 10_000)
    }

    private static func verdict(_ simulation: Simulation, _ style: PlainText) -> StyledText {
        let mismatches =
            simulation.mismatchedVariants.map { "variant \($0.id)" }
            + simulation.mismatchedFlags.map { "flag \($0.flag)" }
        let users = "\(simulation.users) users, seed \(simulation.seed)"
        guard !mismatches.isEmpty else { return style.shown(users + ": shares are as intended") + "\n" }
        return mismatches.map {
            style.shown("warning: sample-ratio mismatch: the shares of \($0) are not those intended", ink: .red) + "\n"
        }.joined() + style.shown(users) + "\n"
    }
}

/// A share of a whole as text.
struct Percentage {
    /// Three decimals: `12.345 %`.
    let text: String

    /// - Parameter share: from 0 to 1.
    init(_ share: Double) {
        let thousandths = Int((share * 100_000).rounded())
        let decimals = String(thousandths % 1000)
        text = "\(thousandths / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals + " %"
    }
}
