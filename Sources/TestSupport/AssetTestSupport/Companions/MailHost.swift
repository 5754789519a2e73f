// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A mail server of the tests' own: Exim on ports of 127.0.0.1 (see `scripts/test-smtp.sh` for whom it knows).
package actor MailHost {
    package static let shared = MailHost()

    package struct Place: Sendable {
        private let folder: String
        /// For STARTTLS, and without TLS.
        package let port: Int
        /// With TLS from the first byte.
        package let securePort: Int

        init(_ line: String) throws {
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 3, let port = Int(parts[1]), let securePort = Int(parts[2]) else {
                throw CompanionProgram.Failure(description: "test-smtp.sh tells too little")
            }
            (folder, self.port, self.securePort) = (parts[0], port, securePort)
        }

        /// A PEM file.
        package var authorityPath: String { folder + "/cert.pem" }

        /// All mail that has been delivered, one after the other, as it came, with `\n` at the end of lines.
        package func mails() throws -> [String] {
            guard FileManager.default.fileExists(atPath: folder + "/inbox") else { return [] }
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/inbox")), as: UTF8.self)
            return ("\n" + text.replacing("\r\n", with: "\n")).components(separatedBy: "\nFrom packs@")
                .dropFirst().map { String($0) }
        }
    }

    private let program = CompanionProgram("test-smtp.sh")

    package func place() async throws -> Place { try Place(try await program.line()) }
}
