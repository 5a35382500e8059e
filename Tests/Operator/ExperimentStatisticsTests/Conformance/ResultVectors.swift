import Foundation
import TestSupport

@testable import ExperimentStatistics

/// The recorded results of another engine.
struct ResultVectors: Decodable {
    struct Comparison: Decodable {
        let name: String
        let engine: String
        let metric: String
        let control: Totals
        let treatment: Totals
        let config: Config
        let expected: Expected
        let exact: Exact?

        enum CodingKeys: String, CodingKey {
            case name, engine, metric, control, treatment, config, expected, exact
        }
    }

    struct Totals: Decodable {
        let n: Int
        let sum: Double
        let sumSquares: Double?
        let denominatorSum: Double?
        let denominatorSumSquares: Double?
        let covariateSum: Double?
        let covariateSumSquares: Double?
        let productSum: Double?

        var totals: GroupTotals {
            let product = PreciseSum(productSum ?? 0)
            return GroupTotals(
                units: n, sum: PreciseSum(sum), sumSquares: PreciseSum(sumSquares ?? sum),
                denominator: PairedSums(
                    sum: PreciseSum(denominatorSum ?? 0), sumSquares: PreciseSum(denominatorSumSquares ?? 0),
                    productSum: denominatorSum == nil ? PreciseSum() : product),
                past: PairedSums(
                    sum: PreciseSum(covariateSum ?? 0),
                    sumSquares: PreciseSum(covariateSumSquares ?? covariateSum ?? 0),
                    productSum: covariateSum == nil ? PreciseSum() : product))
        }
    }

    struct Config: Decodable {
        let difference: String
        let alpha: Double
        let tuning: Double?
        let priorMean: Double?
        let priorStddev: Double?
        let inverse: Bool?

        var prior: Prior? { priorStddev.map { Prior(mean: priorMean ?? 0, deviation: $0) } }
    }

    struct Expected: Decodable {
        let error: String?
        let controlMean: Number?
        let treatmentMean: Number?
        let controlVariance: Number?
        let treatmentVariance: Number?
        let theta: Number?
        let controlAdjustedMean: Number?
        let treatmentAdjustedMean: Number?
        let effect: Number?
        let standardError: Number?
        let interval: [Number]?
        let pValue: Number?
        let degreesOfFreedom: Number?
        let chanceToWin: Number?
        let risk: [Number]?
        let rho: Number?
    }

    struct Exact: Decodable {
        let pValue: Number?
        let chanceToWin: Number?
        let risk: [Number]?
    }

    /// A number, or a text for one that JSON has not.
    struct Number: Decodable {
        let value: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                value = Double(text) ?? .nan
            } else {
                value = try container.decode(Double.self)
            }
        }
    }

    struct Split: Decodable {
        let name: String
        let users: [Int]
        let weights: [Double]
        let pValue: Number
    }

    struct Family: Decodable {
        let name: String
        let pValues: [Double]
        let holm: [Double]
        let benjaminiHochberg: [Double]
    }

    struct Function: Decodable {
        let function: String
        let x: Double
        let degreesOfFreedom: Double?
        let value: Number
    }

    let tests: [Comparison]
    let srm: [Split]
    let corrections: [Family]
    let functions: [Function]

    static let all: ResultVectors? = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return (try? Conformance.data("results/vectors.json")).flatMap {
            try? decoder.decode(Self.self, from: $0)
        }
    }()
}
