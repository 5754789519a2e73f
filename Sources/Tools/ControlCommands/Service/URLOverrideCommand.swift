// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import Foundation
internal import ServiceInterface
internal import ToolSupport

/// `ba url-override`, and `ba-serve url-override`.
package struct URLOverrideCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "url-override",
        abstract: "Show, set or clear the base URL that replaces every app's server, for development.",
        discussion: """
            It is the scheme, host and port of a development server, as ba-serve prints them: https only, without a \
            path. Every app of this user gets its manifest and packs from there until it is cleared.

            EXAMPLES
              ba url-override https://localhost:8443
              ba url-override
              ba url-override --clear
            """)

    @Argument(help: "The base URL, as in https://HOST:PORT.")
    var url: String?

    @Flag(help: "Take the override away.")
    var clear = false

    @OptionGroup var output: OutputOptions

    package init() {}

    package func validate() throws {
        if clear, url != nil { throw ValidationError("give either a URL or --clear") }
    }

    package func run() async throws {
        let context = ControlContext.current
        let url = try url.map { text throws(ControlError) in try Self.baseURL(text) }
        let reply = try await ControlContext.link().call(ControlInterface.URLOverride(url: url, clear: clear))
        if output.printsJSON { return try context.console.writeJSON(reply) }
        context.console.write(reply.url ?? "No override is set.")
    }

    /// The URL without a final slash.
    ///
    /// - Throws: `ControlError.usage` when it is not https, has no host, or has more than scheme, host and port.
    static func baseURL(_ text: String) throws(ControlError) -> String {
        guard let components = URLComponents(string: text), components.scheme?.lowercased() == "https" else {
            throw .usage("the override must be an https URL, as in https://localhost:8443, and is \(text)")
        }
        guard let host = components.host, !host.isEmpty else { throw .usage("\(text) names no host") }
        if let port = components.port, !(1...65535).contains(port) {
            throw .usage("\(port) is no port: ports go from 1 to 65535")
        }
        let hasMore =
            !(components.path.isEmpty || components.path == "/") || components.query != nil
            || components.fragment != nil || components.user != nil
        if hasMore { throw .usage("the override is scheme, host and port only, and \(text) has more") }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
