// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingIdentity
internal import NIOCore
internal import NIOPosix
internal import ToolSupport

/// `ba-host check-config`
struct CheckConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config",
        abstract: "Tell how `ba-host serve` with the same options would run, and whether it could.",
        discussion: """
            What options, environment and file say is shown, with where it was said; the certificate and the files that are \
            named are read, database and objects are asked for an answer, and the port is tried. It ends as `ba-host serve` \
            would: with 64 when something is said wrongly, with 65 or 74 when a file that is named cannot be used, with 69 when \
            something does not answer (also for a store of objects, without which `serve` starts, and is not ready), with 73 when the folder cannot be one of a host, with 75 while a backup is being \
            restored there, or when another program listens on the port, with 77 when this user may not listen on the port, and with 78 for the database of a newer ba-host. \
            A port that is in use while this host is being served, or may be, is told of only.

            EXAMPLES
              ba-host check-config --config /etc/ba-host.yaml
            """)

    @OptionGroup var options: ServeOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Shown: Encodable {
        let setting: String
        let values: [String]
        let source: String
    }

    func run() async throws {
        let configuration = try options.configuration()
        let shown = ConfigurationKey.allCases.sorted { $0.rawValue < $1.rawValue }.compactMap { key in
            configuration[key].map { Shown(setting: key.rawValue, values: visible($0.texts, key), source: $0.source) }
        }
        if json {
            try Console.standard.writeJSON(shown)
        } else {
            Console.standard.write(
                Table(
                    [.init("SETTING"), .init("VALUE"), .init("SAID BY")],
                    rows: shown.map { [$0.setting, $0.values.joined(separator: ", "), $0.source] }
                ).text)
        }
        try await HostCommandError.converting {
            let settings = try ServeSettings(configuration)
            if settings.identity == nil, settings.location.identity == nil {
                throw ServeCommand.noIdentity
            }
            if let doubt = settings.certificateDoubt { Console.standard.note("warning: \(doubt)") }
            try await settings.location.check()
            // Of a database that others share nobody here knows.
            var isServing = true
            if case .folder(let path) = settings.location.objects {
                isServing = try ServingClaim.isTaken(in: path)
                if isServing {
                    Console.standard.note("note: this host is being served; another `ba-host serve` waits for its end")
                }
            }
            let channel = try await tryPort(settings.port, of: settings.address.bindAddress, .port, isServing)
            if let metrics = settings.metricsAddress {
                let address = ListenAddress(host: metrics.host).bindAddress
                // While the other is in use: they need two.
                try await tryPort(metrics.port, of: address, .metricsAddress, isServing && channel == nil)?.close()
            }
            try await channel?.close()
        }
        Console.standard.note("`ba-host serve` would run with that.")
    }

    /// - `isServing`: whether this host may be served already, which uses the port then.
    /// - Returns: what listens there now; nil when somebody else does, who may.
    private func tryPort(
        _ port: Int, of address: String, _ option: ConfigurationKey, _ isServing: Bool
    ) async throws -> (any Channel)? {
        do {
            var channel: (any Channel)?
            try await HostCommandError.listening(on: port, of: address, option: option) {
                channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .bind(host: address, port: port).get()
            }
            return channel
        } catch let error as HostCommandError {
            guard case .portInUse = error, isServing else { throw error }
            Console.standard.note("note: \(error); unless it is this host's own server that uses it")
            return nil
        }
    }

    /// The address of a database may have a password in it.
    private func visible(_ texts: [String], _ key: ConfigurationKey) -> [String] {
        key == .database ? texts.map(DatabaseAddress.withoutPassword) : texts
    }
}
