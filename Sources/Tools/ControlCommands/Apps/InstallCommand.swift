// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an app with its essential asset packs, or update it.",
        discussion: """
            SOURCE is a bundle (NAME.app), an archive of one (.tar, .tar.gz, .tar.xz, .tar.zst, .aar) or an https URL \
            of such an archive. The command ends when the app can be launched. Packs that need not be there by then \
            arrive later: `ba downloads` shows them.

            An app that names how much room it may take (BAMaxInstallSize, BAEssentialMaxInstallSize) is shown with these \
            sizes, and is installed when you agree: nothing of its assets is fetched before, and of an archive from a \
            server no more than the beginning. --yes agrees to whatever it names; without a terminal to ask in, --yes is \
            needed. An update asks again only when it names more than the installed version.

            Ctrl-C leaves the installation to the service, which goes on with it; the same command again shows it \
            again. With --cancel-on-interrupt Ctrl-C cancels it instead.

            The host of a private app is shown the token in --token-file, when it asks who this is: for the archive, for \
            the app's asset packs, and for updates.

            EXAMPLES
              ba install TheCoast.app
              ba install https://example.com/TheCoast.tar.zst --yes --json
              ba install 'https://packs.example.com/apps/com.example.game?context=external' --token-file token
            """)

    @Argument(help: "The bundle, archive or https URL.", completion: .file())
    var source: String

    @Flag(help: "Install it even when it is older than what is installed.")
    var allowDowngrade = false

    @Option(
        help: ArgumentHelp(
            "A file with the token that the host of the URL is shown (`ba-host device-token create`).",
            valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @OptionGroup var consent: ConsentOptions

    @Flag(help: "Ctrl-C cancels the installation instead of leaving it to the service.")
    var cancelOnInterrupt = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let source = try Self.resolve(source, context: context)
        if tokenFile != nil, !source.contains("://") {
            throw ControlError.usage("--token-file is for the host of an https URL, and \(source) is none")
        }
        let token = try tokenFile.map { file throws(ControlError) in try TokenFile.read(file, context) }
        let link = try ControlContext.link()
        let follower = InstallationFollower(
            link: link, context: context, audience: output.printsJSON ? .programs : .people,
            onInterruption: cancelOnInterrupt ? .cancel : .detach, agrees: consent.agrees)
        let progress = try await follower.follow(
            AppsInterface.Install(
                source: source, allowDowngrade: allowDowngrade, callID: UUID().uuidString,
                consent: consent.value(context, printsJSON: output.printsJSON), token: token))
        if output.printsJSON { return }
        if let detail = progress.detail { context.console.warn(detail) }
        context.console.write("Installed \(progress.bundleID). Start it with: ba launch \(progress.bundleID)")
        context.console.note(progress.signingNote)
    }

    /// A URL as it stands, a path made absolute.
    ///
    /// - Throws: `notFound` when nothing is at the path, `usage` for a URL that is not https and for no source at all.
    static func resolve(_ source: String, context: ControlContext) throws(ControlError) -> String {
        // As a path it would be the current folder.
        if source.isEmpty { throw .usage("SOURCE is empty: it is a bundle, an archive of one or an https URL") }
        if let colon = source.range(of: "://") {
            let scheme = source[..<colon.lowerBound].lowercased()
            guard scheme == "https" else {
                throw .usage("apps are fetched over https, and \(source) is not an https URL")
            }
            return source
        }
        let path = context.absolute(source)
        guard FileStatus(path: path) != nil else { throw .notFound("there is nothing at \(path)") }
        return path
    }
}

extension InstallationProgress {
    /// Who signed what was installed.
    var signingNote: String {
        team.map { "It is signed by team \($0)." } ?? "It is not signed, which is allowed for development."
    }
}
