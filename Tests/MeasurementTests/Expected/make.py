#!/usr/bin/env python3
"""Makes expected.json: what the statistics must give, by other means.

    python3 -m pip install numpy scipy
    python3 Tests/MeasurementTests/Expected/make.py

`interval` repeats our seeded resampling draw for draw, selecting where ours counts ranks; it must
agree to 1e-12. `scipy` is scipy.stats.bootstrap's own percentile interval of the same numbers, and
`lower` and `upper` are how far either end may lie from it by chance: the quantiles of SciPy's
100,000 medians at levels that five standard errors of 10,000 replicates set apart.
"""

import json
import pathlib

import numpy
import scipy
from scipy import stats

REPLICATES = 10_000
MASK = (1 << 64) - 1
GAMMA = 0x9E37_79B9_7F4A_7C15


class Draws:
    """SplitMix64, its indices by multiplying and keeping the upper half."""

    def __init__(self, seed):
        self.state = seed

    def indices(self, below, count):
        """`count` indices below a number that is itself below 2**32."""
        with numpy.errstate(over="ignore"):
            steps = numpy.arange(1, count + 1, dtype=numpy.uint64) * numpy.uint64(GAMMA)
            bits = numpy.uint64(self.state) + steps
            self.state = (self.state + count * GAMMA) & MASK
            bits = (bits ^ (bits >> numpy.uint64(30))) * numpy.uint64(0xBF58_476D_1CE4_E5B9)
            bits = (bits ^ (bits >> numpy.uint64(27))) * numpy.uint64(0x94D0_49BB_1331_11EB)
            bits ^= bits >> numpy.uint64(31)
        half = numpy.uint64(32)
        low = (bits & numpy.uint64(0xFFFF_FFFF)) * numpy.uint64(below)
        high = (bits >> half) * numpy.uint64(below) + (low >> half)
        return (high >> half).astype(numpy.int64)


def ours(processes, seed, error_rate):
    draws = Draws(seed)
    medians = []
    for _ in range(REPLICATES):
        drawn = []
        for _ in processes:
            chosen = processes[draws.indices(len(processes), 1)[0]]
            drawn.append(chosen[draws.indices(len(chosen), len(chosen))])
        medians.append(numpy.median(numpy.concatenate(drawn)))
    return numpy.quantile(medians, [error_rate / 2, 1 - error_rate / 2])


def scipys(numbers, error_rate):
    result = stats.bootstrap(
        (numbers,),
        numpy.median,
        n_resamples=100_000,
        batch=1_000,
        method="percentile",
        confidence_level=1 - error_rate,
        rng=numpy.random.default_rng(1),
    )
    level = error_rate / 2
    away = 5 * (level * (1 - level) * (1 / REPLICATES + 1 / 100_000)) ** 0.5
    levels = [max(0, level - away), level + away]
    medians = result.bootstrap_distribution
    return {
        "interval": list(result.confidence_interval),
        "lower": list(numpy.quantile(medians, levels)),
        "upper": list(numpy.quantile(medians, [1 - share for share in reversed(levels)])),
    }


def case(name, processes, seed, error_rate):
    processes = [numpy.round(numbers, 9) for numbers in processes]
    everything = numpy.concatenate(processes)
    test = stats.quantile_test(everything, q=0, p=0.5)
    found = {
        "name": name,
        "seed": seed,
        "errorRate": error_rate,
        "processes": [list(numbers) for numbers in processes],
        "median": numpy.median(everything),
        "interval": list(ours(processes, seed, error_rate)),
        "signTest": list(test.confidence_interval(1 - error_rate)),
    }
    if len(processes) == 1:
        found["scipy"] = scipys(everything, error_rate)
    return found


def rank(count, error_rate):
    """The largest k for which 2 P(B < k) <= error_rate, by scipy.stats.binom, or 0.

    The exact test must say the same: k - 1 on one side is rejected, and k is not.
    """
    ranks = numpy.arange(1, count // 2 + 1)
    found = int(numpy.sum(2 * stats.binom.cdf(ranks - 1, count, 0.5) <= error_rate))
    if found:
        assert stats.binomtest(found - 1, count).pvalue <= error_rate
    if found < count // 2:
        assert stats.binomtest(found, count).pvalue > error_rate
    return found


def cases():
    random = numpy.random.default_rng(20_26)
    heavy = lambda count: 0.02 * random.standard_t(2, count)
    yield case("an odd number of rounds", [0.01 + heavy(41)], 1, 0.05)
    yield case("an even number of rounds", [heavy(60)], 2, 0.01)
    yield case("corrected for twenty comparisons", [0.03 + heavy(120)], (1 << 64) - 3, 0.05 / 20)
    yield case("few values, often equal", [numpy.round(heavy(50), 2)], 4, 0.05)
    yield case("processes that differ", [shift + heavy(30) for shift in (0, 0, 0.05)], 5, 0.05)
    yield case("processes of unequal length", [heavy(count) for count in (12, 41, 20, 33)], 6, 0.02)


ROUNDS = [1, 2, 5, 6, 7, 10, 49, 50, 99, 100, 200, 299, 300, 999, 1_000, 1_500, 5_000]
expected = {
    "scipy": scipy.__version__,
    "numpy": numpy.__version__,
    "cases": list(cases()),
    "ranks": [
        {"rounds": rounds, "errorRate": error_rate, "rank": rank(rounds, error_rate)}
        for rounds in ROUNDS
        for error_rate in (0.1, 0.05, 0.01, 0.05 / 29)
    ],
}
path = pathlib.Path(__file__).with_name("expected.json")
path.write_text(json.dumps(expected, indent=1) + "\n")
