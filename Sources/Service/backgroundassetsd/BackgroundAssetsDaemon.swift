// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetService
internal import ExtensionHost
internal import Foundation
internal import Logging
internal import ProcessSupervision
internal import SystemSupport
internal import UnixSignals

/// The system service: one a user, started by systemd or by its first client.
@main
struct BackgroundAssetsDaemon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backgroundassetsd",
        abstract: "Downloads, updates and keeps the assets of apps.",
        discussion: """
            It is started by its first client, or by systemd through socket activation, and ends itself when there is \
            nothing to do. `ba service status` tells how it is; `ba logs -f` shows what it does.

            BACKGROUND_ASSETS_ROOT gives it a root of its own: all state lies below it, and only clients with the same \
            variable reach it.
            """,
        version: ServiceConfiguration.version)

    @Flag(help: "Log to standard error too, and do not end when idle.")
    var foreground = false

    @Option(help: "Least urgent lines to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel: LogLevel = .info

    func run() async throws {
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let location = try ServiceLocation(environment: environment)
        guard let activation = try Activation.obtain(location: location, environment: environment) else {
            // Another service came first: its socket is the one that clients use.
            let holder = try StartUpLock.holder(at: location)
            if let holder, holder.socket != location.socketPath {
                throw Self.notNow(
                    "process \(holder.process) is the service of \(location.root), and listens at \(holder.socket): set "
                        + "XDG_RUNTIME_DIR as it is set there")
            }
            guard foreground else { return }
            throw Self.notNow(
                "another service has \(location.root) already\(holder.map { ", process \($0.process)" } ?? ""): end it with "
                    + "`ba service stop`, and start this one again")
        }
        try Directory.createFolders(location.root)
        let file = LogFile(path: location.root + "/service.log", echo: foreground)
        let buffer = LogBuffer(earlier: file.tail(lines: 500))
        let level = logLevel.level
        LoggingSystem.bootstrap { _ in ServiceLogHandler(level: level, buffer: buffer, file: file) }
        let logger = Logger(label: "backgroundassetsd")
        let stop = StopSignal()
        do {
            try DescendantProcesses.adoptOrphans(ofServiceIn: location.root, logger: logger)
            let configuration = Surroundings.configuration(
                location: location, activation: foreground ? .foreground : activation.kind, environment: environment,
                logger: logger)
            let service = try await AssetService(configuration, log: buffer, stop: stop, logger: logger)
            logger.info(
                "started \(ServiceConfiguration.version) (\(configuration.activation.rawValue)) in \(location.root)")
            let signals = Task {
                for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) { stop.trigger() }
            }
            let handover = try activation.handover()
            let replacement = Task { await Self.waitForReplacement(stop: stop, logger: logger) }
            let watch = LocationWatch(location, hasSocket: activation.kind != .socketActivated)
            let removal = Task { await Self.waitForRemoval(watch, stop: stop, logger: logger) }
            try await service.run(socket: activation.socket) {
                replacement.cancel()
                removal.cancel()
                // Clients that lose their connection and find no socket know that this end is on purpose. One that goes
                // on as the new executable is still there.
                if await replacement.value == nil { activation.removeSocket() }
            }
            signals.cancel()
            if let executable = await replacement.value {
                logger.notice("going on as the new \(executable)")
                // The name it was started by is that of the executable that is gone.
                try handover.execute(
                    executable, arguments: [executable] + ProcessInfo.processInfo.arguments.dropFirst(),
                    environment: environment)
            }
            activation.removeSocket()
            logger.info("ended")
        } catch {
            logger.critical("\(error)")
            activation.removeSocket()
            throw error
        }
    }

    /// Ends with the status that sysexits(3) has for what may work later.
    private static func notNow(_ reason: String) -> ExitCode {
        StandardError.say("error: \(reason)")
        return ExitCode(EX_TEMPFAIL)
    }

    /// Ends the service when its root or its socket is gone: the next client starts another one.
    private static func waitForRemoval(_ watch: LocationWatch, stop: StopSignal, logger: Logger) async {
        do throws(SystemError) { try await watch.waitForRemoval() } catch {
            return logger.warning("it would not be noticed that the service's root is removed: \(error)")
        }
        guard !Task.isCancelled else { return }
        logger.notice("the service's root, or its socket, is not there any more")
        stop.trigger()
    }

    /// Ends the service when its executable has been replaced.
    ///
    /// - Returns: the path of the new one; nil when the service ended before.
    private static func waitForReplacement(stop: StopSignal, logger: Logger) async -> String? {
        guard let watch = ExecutableWatch() else { return nil }
        do throws(SystemError) { try await watch.waitForReplacement() } catch {
            logger.warning("an update of this service is noticed at its next start only: \(error)")
            return nil
        }
        guard !Task.isCancelled else { return nil }
        logger.notice("\(watch.path) has been replaced")
        stop.trigger()
        return watch.path
    }
}
