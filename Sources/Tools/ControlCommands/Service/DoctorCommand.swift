// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import BundleSigning
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find what is wrong with a bundle, an installed app, or the service's surroundings.",
        discussion: """
            BUNDLE is the path of a bundle (one with a slash, or ending in .app) or the bundle identifier of an app; \
            without it the surroundings are examined. A bundle can be examined where no service can run, as in CI. \
            Ends with status 78 when there is an error among the findings.

            EXAMPLES
              ba doctor
              ba doctor .build/TheCoast.app
              ba doctor com.naturelab.thecoast
            """)

    @Argument(help: "The bundle or bundle identifier.", completion: .directory)
    var bundle: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let findings = try await examine(context)
        if output.printsJSON {
            try context.console.writeJSON(findings)
        } else {
            context.console.write(Self.text(findings))
        }
        let count = findings.count { $0.level == .error }
        if count > 0 { throw ControlError.configuration("\(Quantity.count(count, "error")) found") }
    }

    private func examine(_ context: ControlContext) async throws(ControlError) -> [Finding] {
        var subject = bundle
        var local: [Finding] = []
        var isRight = false
        if let bundle, bundle.contains("/") || bundle.hasSuffix(".app") {
            let path = context.absolute(bundle)
            subject = path
            local = try ControlError.wrapping { () throws(AppBundleError) in
                BundleRules(try BundleInformation(readingBundleAt: path)).findings.map { Finding($0) }
            }
            isRight = local.isEmpty
            local += try ControlError.wrapping { () throws(SigningError) in
                try BundleVerifier(path: path).state().findings(of: path).map { Finding($0) }
            }
        }
        do throws(ControlError) {
            let findings = try await ControlContext.link().call(ControlInterface.Doctor(subject: subject)).findings
            // The service examines a bundle too, and knows more of it; both may say the same.
            let said = Set(findings.map(\.message))
            return local.filter { !said.contains($0.message) } + findings
        } catch {
            let reason: String
            switch error {
            case .unreachable(let text), .connectionLost(let text), .notRunning(let text): reason = text
            default: throw error
            }
            let finding = Finding(level: .error, subject: "service", message: "it cannot be reached: \(reason)")
            if subject == nil { return [finding] }
            guard !local.isEmpty else { throw .unreachable(reason) }
            if isRight, let subject {
                local.insert(
                    Finding(level: .ok, subject: subject, message: "its keys and its files fit together"), at: 0)
            }
            let note = "it cannot be reached, so that only the bundle was examined: \(reason)"
            return local + [Finding(level: .warning, subject: "service", message: note)]
        }
    }

    /// One line a finding, and a line that sums up.
    static func text(_ findings: [Finding]) -> String {
        let lines = findings.map { finding in
            let mark =
                switch finding.level {
                case .ok: "ok      "
                case .warning, .unknown: "warning "
                case .error: "ERROR   "
                }
            // What is found wrong may be told in its own words: one finding is one line all the same.
            return mark + PrintableText.of("\(finding.subject): \(finding.message)")
        }
        let isFine = !findings.contains { $0.level != .ok }
        return (lines + (isFine ? ["Everything is as it should be."] : [])).joined(separator: "\n")
    }
}
