// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HostingIdentity
internal import HostingModel
internal import HostingStorage
internal import NIOCore
internal import ToolSupport

/// What a command of `ba-host` can end with.
enum HostCommandError: ToolFailure, Equatable {
    case storage(StorageError)
    case identity(IdentityError)
    /// Somebody listens on that port already.
    case portInUse(Int, address: String, option: String)
    /// The system does not let this user listen there.
    case cannotListen(Int, address: String, reason: String)
    case noCertificates(path: String, reason: String)
    /// A server has not taken a mail.
    case mail(String)
    /// A folder that should hold a host holds none.
    case noHost(path: String)
    /// A backup is to be restored that is not there.
    case noBackup(path: String)
    /// The folder of a backup cannot be one, or cannot be made.
    case backupFolder(path: String, reason: String)
    /// No server has told yet where the host is.
    case noServer
    /// Another process serves from there.
    case serving(path: String, process: Int32?)
    /// The folder of a host cannot be one, or cannot be made.
    case folder(path: String, reason: String)
    /// What is said by an option, or in its place by the environment.
    case setting(String, String)

    var exitCode: ToolExitCode {
        switch self {
        case .storage(let error): Self.exitCode(of: error)
        case .identity(let error):
            switch error {
            case .damaged, .unusable: .badInput
            case .exposedKey: .configuration
            case .host: .usage
            case .system: .inputOutput
            }
        case .portInUse: .temporaryFailure
        case .mail: .unavailable
        case .cannotListen: .noPermission
        case .noCertificates: .badInput
        case .noHost, .noBackup: .noInput
        case .noServer, .serving: .temporaryFailure
        case .folder, .backupFolder: .cannotCreate
        case .setting: .usage
        }
    }

    private static func exitCode(of error: StorageError) -> ToolExitCode {
        switch error {
        case .unavailable: .unavailable
        case .outOfSpace: .cannotCreate
        case .contended, .interrupted: .temporaryFailure
        case .refused(let refusal): if case .notFound = refusal { .noInput } else { .badInput }
        case .noHost: .noInput
        case .conflict, .damaged: .badInput
        case .notPermitted: .noPermission
        case .newer, .foreignObjects: .configuration
        case .restoring: .temporaryFailure
        case .unexpected, .failed: .software
        }
    }

    var description: String {
        switch self {
        case .storage(let error): error.description
        case .identity(let error): error.description
        case .portInUse(let port, let address, let option):
            "port \(port) of \(address) is in use: end the other server, or choose another port with \(option) "
                + "(0 takes any that is free)"
        case .cannotListen(let port, let address, let reason):
            "cannot listen on port \(port) of \(address): \(reason)"
                + (port < 1024 && port > 0 ? "; ports below 1024 need privileges, so choose a larger one" : "")
        case .noCertificates(let path, let reason):
            "\(path) is no PEM file with certificates to trust: \(reason)"
        case .mail(let reason): reason
        case .noHost(let path): "there is no host in \(path): name its folder with --data"
        case .noBackup(let path): "there is no backup in \(path)"
        case .backupFolder(let path, let reason): "\(path) cannot be the folder of a backup: \(reason)"
        case .noServer:
            "no server of this host has told yet where it is: start `ba-host serve` first, or give "
                + ConfigurationKey.publicURL.option
        case .serving(let path, let process):
            "another `ba-host serve`" + (process.map { " (process \($0))" } ?? "")
                + " serves from \(path): end it first. Servers "
                + "that share a host have its database and objects elsewhere (--database, --objects)"
        case .folder(let path, let reason): "\(path) cannot be the folder of a host: \(reason)"
        case .setting(let option, let reason): "\(option): \(reason)"
        }
    }

    /// Listens on a port that an option has named, and throws what that fails with as a command does.
    static func listening(
        on port: Int, of address: String, option: ConfigurationKey, _ body: () async throws -> Void
    ) async throws {
        do { try await body() } catch let error as IOError {
            switch error.errnoCode {
            case EADDRINUSE: throw HostCommandError.portInUse(port, address: address, option: option.option)
            default:
                throw HostCommandError.cannotListen(
                    port, address: address, reason: String(cString: strerror(error.errnoCode)))
            }
        }
    }

    /// Does something, and throws what it fails with as a command does.
    static func converting<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as StorageError {
            throw HostCommandError.storage(error)
        } catch let error as IdentityError { throw HostCommandError.identity(error) }
    }
}
