// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingModel
internal import HostingStorage

/// Where a host keeps what it is.
struct StorageOptions: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "The host's folder; what begins a host makes it. (env: BA_HOST_DATA)", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(
            """
            A PostgreSQL in place of the folder's database: postgres://USER@HOST/NAME, with the parameters of libpq. \
            (env: BA_HOST_DATABASE)
            """, valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            """
            An S3 store in place of the folder for objects: s3://BUCKET?region=REGION, for another store than Amazon's \
            with endpoint=URL. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say who asks. (env: BA_HOST_OBJECTS)
            """, valueName: "url"))
    var objects: String?

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            """
            A YAML file that says what options would: `port: 8444`. What the environment says comes before it, and \
            options before both. (env: BA_HOST_CONFIG)
            """, valueName: "file"),
        completion: .file())
    var file: String?

    /// What is said by these options, and by others.
    func configuration(
        _ others: [ConfigurationKey: [String]] = [:],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(HostCommandError) -> HostConfiguration {
        let own: [ConfigurationKey: String?] = [.data: folder, .database: database, .objects: objects]
        return try HostConfiguration(
            options: own.compactMapValues { $0.map { [$0] } }.merging(others) { own, _ in own }, file: file,
            environment: environment)
    }

    /// Does something with the storage, for whoever is at this machine.
    ///
    /// - `makesHost`: also where there is no host yet. Else that is another place than was meant.
    func withStore<Result: Sendable>(
        makesHost: Bool = false, _ body: (HostStore) async throws -> Result
    ) async throws -> Result {
        try await Principal.acting(as: .machine) {
            try await HostCommandError.converting {
                let location = try HostLocation(try configuration())
                return try await location.withStore(beginsHost: makesHost, body)
            }
        }
    }
}
