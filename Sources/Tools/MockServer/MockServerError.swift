// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingIdentity
internal import SystemPackage
package import SystemSupport
package import ToolSupport

/// Why the development server does not start, or what a pack is left out for.
package enum MockServerError: ToolFailure, Equatable {
    /// There is neither XDG_DATA_HOME nor HOME to keep certificates and versions under.
    case noDataFolder
    /// A file of the server's own is unusable.
    case damaged(path: String, reason: String, remedy: String)
    /// It cannot prove who it is.
    case identity(IdentityError)
    /// Somebody listens on that port already.
    case portInUse(Int, address: String)
    /// The system does not let this user listen there.
    case cannotListen(Int, address: String, reason: String)
    /// No such pack or folder.
    case missing(path: String)
    /// The file is no pack.
    case pack(path: String, reason: String)
    /// A pack's file was changed while it was being read: it is to be read again.
    case changing(path: String)
    /// Two packs given by name have the same ID.
    case sameID(String, first: String, second: String)
    /// The versions given do not fit the packs given.
    case versions(String)
    /// Another server uses the data folder.
    case alreadyServing(folder: String, process: Int32?)
    /// The server stopped by itself.
    case stopped(reason: String)
    /// The system refused a call.
    case system(SystemError)

    package var exitCode: ToolExitCode {
        switch self {
        case .noDataFolder: .configuration
        case .damaged, .pack, .sameID: .badInput
        case .identity(let error): Self.exitCode(of: error)
        case .versions: .usage
        case .portInUse, .changing, .alreadyServing: .temporaryFailure
        case .cannotListen: .noPermission
        case .missing: .noInput
        case .stopped: .failure
        case .system(let error): Self.exitCode(of: error)
        }
    }

    private static func exitCode(of error: IdentityError) -> ToolExitCode {
        switch error {
        case .damaged, .unusable: .badInput
        case .exposedKey: .configuration
        case .host: .usage
        case .system(let error): exitCode(of: error)
        }
    }

    private static func exitCode(of error: SystemError) -> ToolExitCode {
        switch error.errno {
        case _ where error.operation == "make the folder": .cannotCreate
        case .noSuchFileOrDirectory, .notDirectory: .noInput
        case .permissionDenied, .notPermitted: .noPermission
        default: .inputOutput
        }
    }

    package var description: String {
        switch self {
        case .noDataFolder:
            "there is no folder to keep the certificate in: set HOME or XDG_DATA_HOME to an absolute path"
        case .damaged(let path, let reason, let remedy): "\(path) cannot be used: \(reason); \(remedy)"
        case .identity(let error): error.description
        case .portInUse(let port, let address):
            "port \(port) of \(address) is in use: end the other server, or choose another port with --port "
                + "(--port 0 takes any that is free)"
        case .cannotListen(let port, let address, let reason):
            "cannot listen on port \(port) of \(address): \(reason)"
                + (port < 1024 && port > 0 ? "; ports below 1024 need privileges, so choose a larger one" : "")
        case .missing(let path): "there is no pack or folder at \(path)"
        case .pack(let path, let reason): "\(path) is not served: \(reason)"
        case .changing(let path): "\(path) is being written to: start again when it is whole"
        case .sameID(let id, let first, let second):
            "\(first) and \(second) are both the pack \(id): name only one of the two"
        case .versions(let reason): reason
        case .alreadyServing(let folder, let process):
            "another ba-serve\(process.map { " (process \($0))" } ?? "") serves with the versions that are kept in "
                + "\(folder), and two would number against each other: end it, or give it these packs too, or give "
                + "this one a folder of its own with --data-path"
        case .stopped(let reason): "the server stopped: \(reason)"
        case .system(let error): error.description
        }
    }
}

extension MockServerError {
    /// Does something that an identity is needed for.
    static func proving<Result>(_ body: () throws(IdentityError) -> Result) throws(MockServerError) -> Result {
        do throws(IdentityError) { return try body() } catch { throw .identity(error) }
    }

    /// Does something whose only failure is that of a system call.
    static func wrapping<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(MockServerError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .system(error)
        }
    }
}
