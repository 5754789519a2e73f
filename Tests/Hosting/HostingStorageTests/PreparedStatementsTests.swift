// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingStorage

@Suite struct PreparedStatementsTests {
    @Test func theSecondUsePrepares() {
        var statements = PreparedStatements()
        #expect(statements.use(of: "a") == .seldom)
        #expect(statements.use(of: "a") == .new("s0"))
        // It was not added: preparing it has failed.
        #expect(statements.use(of: "a") == .seldom)
        #expect(statements.use(of: "a") == .new("s0"))
        statements.add("a")
        #expect(statements.use(of: "a") == .prepared("s0"))
        #expect(statements.use(of: "b") == .seldom)
        #expect(statements.use(of: "b") == .new("s1"))
    }

    @Test func thereIsABound() {
        var statements = PreparedStatements()
        for number in 0..<10_000 { #expect(statements.use(of: "once \(number)") == .seldom) }
        for number in 0..<300 where statements.use(of: "\(number)") == .seldom {
            if case .new = statements.use(of: "\(number)") { statements.add("\(number)") }
        }
        #expect(statements.use(of: "0") == .prepared("s0"))
        #expect(statements.use(of: "299") == .seldom)
        #expect(statements.use(of: "299") == .seldom)
    }
}
