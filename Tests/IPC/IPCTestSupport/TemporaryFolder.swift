// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// A folder below /tmp that goes with the value.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/ba-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw TestFailure("mkdtemp: errno \(errno)") }
        path = made
    }

    deinit {
        do {
            try Directory(opening: "/tmp").removeTree(String(path.dropFirst("/tmp/".count)))
        } catch {
            print("the temporary folder \(path) stays: \(error)")
        }
    }

    package func folder(_ name: String) throws -> Directory { try Directory(creating: path + "/" + name) }
}

/// A test's own trouble.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
