// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What kept a benchmark from being run.
enum BenchError: Error, CustomStringConvertible {
    /// A program could not be started.
    case cannotStart(program: String, reason: String)
    /// A program failed.
    case failed(program: String, status: Int32, output: String)
    /// A program's answer is not what was expected of it.
    case unexpected(what: String, found: String)
    /// A file cannot be written or read.
    case file(path: String, reason: String)
    /// Nothing like this is measured.
    case unknownRow(String, known: [String])

    var description: String {
        switch self {
        case .cannotStart(let program, let reason): "\(program) cannot be started: \(reason)"
        case .failed(let program, let status, let output):
            "\(program) ended with status \(status): \(output.suffix(2000))"
        case .unexpected(let what, let found): "\(what) is not as expected: \(found.prefix(500))"
        case .file(let path, let reason): "\(path): \(reason)"
        case .unknownRow(let name, let known):
            "there is no row “\(name)”; these are there: \(known.joined(separator: ", "))"
        }
    }
}
