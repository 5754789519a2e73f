// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
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
              ba trust --list
              ba trust --remove 2854c292d1b4
            """)

    @Argument(help: "A PEM file with one or more certificates.", completion: .file(extensions: ["pem", "crt"]))
    var file: String?

    @Flag(help: "List what is trusted.")
    var list = false

    @Option(help: ArgumentHelp("Trust the certificate with this fingerprint no longer.", valueName: "fingerprint"))
    var remove: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [file != nil, list, remove != nil].count(where: \.self) <= 1 else {
            throw ValidationError("give one of FILE, --list and --remove")
        }
    }

    func run() async throws {
        let context = ControlContext.current
        if list { return try await printList(context) }
        if let remove {
            let reply = try await ControlContext.link().call(ControlInterface.Distrust(fingerprint: remove))
            if output.printsJSON { return try context.console.writeJSON(reply) }
            return context.console.write("Trusted no longer: \(reply.removed)")
        }
        if file == nil { try await Self.waitForServer(context) }
        let pem = try Self.read(file, context: context)
        let reply = try await ControlContext.link().call(ControlInterface.Trust(pem: pem))
        if output.printsJSON { return try context.console.writeJSON(reply) }
        for fingerprint in reply.added { context.console.write("Trusted from now on: \(fingerprint)") }
        for fingerprint in reply.present { context.console.write("Trusted already: \(fingerprint)") }
    }

    private func printList(_ context: ControlContext) async throws {
        let certificates = try await ControlContext.link().call(ControlInterface.TrustedCertificates()).certificates
        if output.printsJSON { return try context.console.writeJSON(certificates) }
        if certificates.isEmpty { return context.console.note("Nothing is trusted but what this system trusts.") }
        func day(_ time: Double) -> String {
            Date(timeIntervalSince1970: time).formatted(.iso8601.year().month().day())
        }
        let rows = certificates.map { [$0.fingerprint, day($0.addedAt), day($0.expiresAt)] }
        context.console.write(Table([.init("FINGERPRINT"), .init("SINCE"), .init("UNTIL")], rows: rows).text)
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
