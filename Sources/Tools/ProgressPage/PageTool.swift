// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ControlCommands
internal import ServiceInterface
internal import ToolSupport

/// `ba-page [ID]`
package struct PageTool: AsyncParsableCommand, ArgumentTakingCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ba-page",
        abstract: "Show in a browser how far apps and their assets are, with pause and cancel.",
        discussion: """
            The page is served to this machine alone, at an address that nobody else can guess, until Ctrl-C, or until it \
            has not been shown for ten minutes. `ba page` is the same.

            `ba-page help exit-codes` lists what the exit statuses mean.

            EXAMPLES
              ba page
              ba page com.naturelab.thecoast
              ba page --no-open --port 8080
            """,
        version: ToolVersion.current, subcommands: [ExitCodesCommand.self])

    /// How long it stays with nobody looking.
    private static let patience = Duration.seconds(600)

    @Argument(help: "The bundle identifier of an app; all apps without it.")
    var id: String?

    @Option(help: "The port to listen on; any that is free otherwise.")
    var port = 0

    @Flag(inversion: .prefixedNo, help: "Open the page in the browser, where there is a desktop.")
    var open = true

    package init() {}

    package func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
    }

    package func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        // Asked without an app, too: a service that does not answer is told before the page is.
        let apps = try await link.call(AppsInterface.List()).apps
        if let id, !apps.contains(where: { $0.bundleID == id }) {
            throw ControlError.notFound("no app is named \(id); `ba apps` lists them")
        }
        let keys = PageKeys()
        let viewers = PageViewers()
        let server = PageServer(
            responder: PageResponder(link: link, keys: keys, template: try PageTemplate(), viewers: viewers, app: id),
            port: port)
        let browser = Browser(context: context)
        let (path, opensBrowser) = (id.map(PageTarget.path) ?? "/", open && browser.hasDesktop)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await server.run { origin in
                    context.console.write("\(origin)/\(keys.page)\(path)")
                    if opensBrowser { browser.open("\(origin)/open/\(keys.entrance)") }
                }
                return true
            }
            group.addTask {
                for await _ in context.interruptions() { throw ControlError.interrupted }
                // Nothing can interrupt it.
                return false
            }
            group.addTask {
                try await viewers.waitUntilGone(after: Self.patience)
                context.console.note("Nobody has looked at the page for ten minutes: it ends.")
                return true
            }
            defer { group.cancelAll() }
            // Whatever ends first: the server by an error, the person's Ctrl-C, or nobody's being there.
            while let hasEnded = try await group.next(), !hasEnded {}
        }
    }
}
