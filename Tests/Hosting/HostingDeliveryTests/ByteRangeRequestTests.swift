// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import HostingDelivery
import Testing

@Suite struct ByteRangeRequestTests {
    @Test(
        arguments: [
            ("bytes=0-9", [0..<10]),
            ("bytes=5-", [5..<100]),
            ("bytes=-7", [93..<100]),
            ("bytes=-1000", [0..<100]),
            ("bytes=90-1000", [90..<100]),
            ("bytes=99-99", [99..<100]),
            ("bytes=90-99999999999999999999999", [90..<100]),
            ("bytes=-99999999999999999999999", [0..<100]),
            ("BYTES = 0-0 , 2-2", [0..<1, 2..<3]),
            ("bytes=,0-0,,2-2,", [0..<1, 2..<3]),
            ("bytes=0-0,500-", [0..<1]),
            ("bytes=50-59,0-9", [50..<60, 0..<10]),
        ] as [(String, [Range<Int64>])])
    func satisfiable(field: String, expected: [Range<Int64>]) throws {
        let request = try #require(ByteRangeRequest(parsing: field))
        #expect(request.resolved(size: 100) == .ranges(expected))
    }

    @Test(
        arguments: [
            ("bytes=0-9,5-19", [0..<20]),
            ("bytes=0-9,10-19", [0..<20]),
            ("bytes=0-,0-,-5", [0..<100]),
            ("bytes=50-59,0-9,55-64", [50..<65, 0..<10]),
            // The last one reaches both that came before it.
            ("bytes=0-9,20-29,5-25", [0..<30]),
            ("bytes=20-29,0-9,60-60,5-25", [0..<30, 60..<61]),
        ] as [(String, [Range<Int64>])])
    func joined(field: String, expected: [Range<Int64>]) throws {
        let request = try #require(ByteRangeRequest(parsing: field))
        #expect(request.resolved(size: 100) == .ranges(expected))
    }

    @Test(arguments: ["bytes=100-", "bytes=-0", "bytes=100-200,300-", "bytes=9999999999999999999999-"])
    func unsatisfiable(field: String) throws {
        let request = try #require(ByteRangeRequest(parsing: field))
        #expect(request.resolved(size: 100) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=,", "bytes=a-b", "bytes=5", "bytes=9-5", "bytes=-", "bytes=1-2-3", "items=0-9",
        "bytes=0-9,x", "bytes=+1-2", "bytes=1 - 2", "bytes=--5", "bytes=0-9, bytes=20-29", "bytes=٣-٥",
    ])
    func malformed(field: String) {
        #expect(ByteRangeRequest(parsing: field) == nil)
    }

    @Test func nothingOfAnEmptyContentCanBeAskedFor() throws {
        for field in ["bytes=0-", "bytes=-1", "bytes=0-0"] {
            #expect(try #require(ByteRangeRequest(parsing: field)).resolved(size: 0) == .unsatisfiable)
        }
    }

    @Test func tooManyRangesAreRefused() throws {
        let sixteen = (0..<16).map { "\($0 * 5)-\($0 * 5 + 1)" }.joined(separator: ",")
        let request = try #require(ByteRangeRequest(parsing: "bytes=" + sixteen))
        guard case .ranges(let ranges) = request.resolved(size: 100) else {
            Issue.record("sixteen ranges are allowed")
            return
        }
        #expect(ranges.count == 16)
        let thousand = try #require(
            ByteRangeRequest(parsing: "bytes=" + Array(repeating: "0-", count: 1000).joined(separator: ",")))
        #expect(thousand.resolved(size: 100) == .unsatisfiable)
    }

    /// Whatever ranges are asked for: what comes covers just those bytes, with no overlap.
    @Test func randomRangesCoverWhatWasAskedFor() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let size = Int64.random(in: 1...60, using: &generator)
            let wanted = (0..<Int.random(in: 1...8, using: &generator)).map { _ -> (Int64, Int64) in
                let first = Int64.random(in: 0...70, using: &generator)
                return (first, first + Int64.random(in: 0...20, using: &generator))
            }
            let field = "bytes=" + wanted.map { "\($0.0)-\($0.1)" }.joined(separator: ",")
            let bytes = Set(wanted.flatMap { Array($0.0...$0.1) }.filter { $0 < size })
            switch try #require(ByteRangeRequest(parsing: field)).resolved(size: size) {
            case .unsatisfiable: #expect(bytes.isEmpty)
            case .ranges(let ranges):
                #expect(Set(ranges.flatMap { Array($0) }) == bytes)
                #expect(ranges.map(\.count).reduce(0, +) == bytes.count)
            }
        }
    }
}
