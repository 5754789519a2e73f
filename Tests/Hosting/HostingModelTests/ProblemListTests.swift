// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct ProblemListTests {
    @Test func whatIsTooLongForAPersonIsCutOff() {
        let long = Problem(code: "A", description: String(repeating: "é", count: 3_000))
        #expect(long.description.unicodeScalars.count == 2_001 && long.description.hasSuffix("é…"))
        let short = String(repeating: "a", count: 2_000)
        #expect(Problem(code: "A", description: short).description == short)
    }

    @Test func ofVeryManyTheFirstAreTold() {
        let problems = (0..<5_000).map { Problem(code: "P\($0)", description: "x") }
        let list = ProblemList(errors: Array(problems[..<100]), warnings: problems).abridged
        #expect(list.errors == Array(problems[..<100]) && list.infos.isEmpty)
        #expect(list.warnings.count == 101 && list.warnings.prefix(100) == problems[..<100])
        #expect(list.warnings.last == Problem(code: "MORE", description: "There are 4900 more."))
    }
}
