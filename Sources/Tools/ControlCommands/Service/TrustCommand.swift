// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust a certificate authority for this user's downloads.",
        discussion: """
            Without FILE it is the one that ba-serve made for itself on this machine; when ba-serve has only just been \
            started, it is waited for. To trust it on another device, copy that file there and name it.

            EXAMPLES
              ba trust
              ba trust studio-ca.pem
            """)

    @Argument(help: "A PEM file with one or more certificates.", completion: .file(extensions: ["pem", "crt"]))
    var file: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        if file == nil { try await Self.waitForServer(context) }
        let pem = try Self.read(file, context: context)
        let reply = try await ControlContext.link().call(ControlInterface.Trust(pem: pem))
        if output.printsJSON { return try context.console.writeJSON(reply) }
        for fingerprint in reply.added { context.console.write("Trusted from now on: \(fingerprint)") }
        for fingerprint in reply.present { context.console.write("Trusted already: \(fingerprint)") }
    }

    /// Waits a little for the authority of a ba-serve that was started a moment ago.
    private static func waitForServer(_ context: ControlContext) async throws {
        let path = try serverAuthorityPath(context.environment)
        let end = ContinuousClock.now + context.patience
        var isNoted = false
        while FileStatus(path: path) == nil, ContinuousClock.now < end {
            if !isNoted { context.console.note("Waiting for ba-serve to make its certificate authority.") }
            isNoted = true
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// The text of the file named, or of ba-serve's own authority; 1 MiB at most.
    ///
    /// - Throws: `ControlError`: `notFound` when there is no such file, `malformed` when it holds no certificate.
    static func read(_ file: String?, context: ControlContext) throws(ControlError) -> String {
        let path: String
        if let file { path = context.absolute(file) } else { path = try serverAuthorityPath(context.environment) }
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try FileContents.read(path) } catch {
            guard error.errno == .noSuchFileOrDirectory else { throw .file(error) }
            let advice = file == nil ? "\n`ba-serve` makes it when it is first started; or name a PEM file" : ""
            throw .notFound("there is no certificate authority at \(path)\(advice)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw .malformed("\(path) holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
        }
        return text
    }

    /// Where ba-serve keeps its own certificate authority, by the XDG rules.
    static func serverAuthorityPath(_ environment: [String: String]) throws(ControlError) -> String {
        let data: String
        if let variable = environment["XDG_DATA_HOME"], variable.hasPrefix("/") {
            data = variable
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            data = home + "/.local/share"
        } else {
            throw .usage("neither XDG_DATA_HOME nor HOME is set; name the PEM file")
        }
        return data + "/background-assets-serve/ca.pem"
    }
}
