// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import BundleSigning
internal import DownloadScheduler
internal import ExtensionHost
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

/// The service itself: status, trust, override, doctor, and its end.
struct ControlService: Sendable {
    let configuration: ServiceConfiguration
    let store: AssetStore
    let settings: SettingsService
    let network: NetworkService
    let catalog: AppCatalog
    let local: LocalPacksService
    let activity: ActivityMonitor
    let systemApps: SystemApps
    let device: DeviceState
    let queue: TransferQueue
    let backgroundTasks: TasksService
    let stop: StopSignal
    let clock: any WallClock
    let logger: Logger

    func status() async -> ControlInterface.Status.Reply {
        ControlInterface.Status.Reply(
            version: ServiceConfiguration.version, protocolVersion: ServiceProtocol.version,
            processID: Int(ProcessInfo.processInfo.processIdentifier), root: configuration.location.root,
            socket: configuration.location.socketPath, connections: activity.connectionCount,
            activation: configuration.activation.rawValue, queue: await queue.figures,
            tasks: await backgroundTasks.figures)
    }

    /// All settings, or those that can be set for one app alone.
    func settings(of bundleID: String?) async throws(ServiceError) -> [SettingRecord] {
        guard let bundleID else { return await settings.records() }
        return await settings.records(of: try await catalog.app(bundleID).bundleID)
    }

    func set(_ name: String, to value: String?, of bundleID: String?) async throws(ServiceError) {
        if let bundleID { _ = try await catalog.app(bundleID) }
        try await settings.set(name, to: value, of: bundleID)
        switch Setting(rawValue: name) {
        case .proxy: await network.change()
        case .stallTimeout, .connectionsPerHost: await network.reset()
        default: break
        }
    }

    func urlOverride(
        _ call: ControlInterface.URLOverride
    ) async throws(ServiceError) -> ControlInterface.URLOverride.Reply {
        if call.clear {
            try await settings.set(Setting.urlOverride.rawValue, to: nil)
        } else if let url = call.url {
            do throws(TransferError) { _ = try HTTPAddress(url) } catch {
                throw ServiceError(.settingInvalid, "the override cannot be \"\(url)\": \(error)")
            }
            try await settings.set(Setting.urlOverride.rawValue, to: url)
        }
        return ControlInterface.URLOverride.Reply(url: await settings.urlOverride)
    }

    /// Looks at an installed app, at a bundle by its path, or at the service's surroundings.
    func doctor(_ subject: String?) async throws(ServiceError) -> [Finding] {
        let host = HostExamination(network: network, settings: settings)
        guard let subject else {
            let root = configuration.location.root
            let disk = DiskExamination(
                folder: root, space: DiskSpace(at: root), isLacking: await queue.isHeldUp(by: .room))
            return surroundings() + disk.findings + (await network.examineProxy().findings)
                + (await host.findings(for: nil))
                + (await systemApps.findings())
                + (try await brokenApps())
        }
        var path = subject
        // The service withholds the bit from its own copy until the app may be launched.
        var requiresExecutableBit = true
        if !subject.hasPrefix("/") {
            let version = try await catalog.version(of: subject)
            path = version.path
            requiresExecutableBit = version.launchable || version.adopted
        }
        let bundle: BundleInformation
        do throws(AppBundleError) { bundle = try BundleInformation(readingBundleAt: path) } catch {
            return [Finding(level: .error, subject: path, message: error.description)]
        }
        var findings = BundleRules(bundle, requiresExecutableBit: requiresExecutableBit).findings.map { Finding($0) }
        findings += await copyFindings(path)
        if findings.isEmpty {
            findings = [Finding(level: .ok, subject: path, message: "its keys and its files fit together")]
        }
        findings += try await signatureFindings(
            bundle, at: path, withheld: requiresExecutableBit ? nil : bundle.info.string("CFBundleExecutable"))
        if !subject.hasPrefix("/") {
            findings += await host.findings(for: try await catalog.information(of: subject))
            for collision in try await local.collisions(of: subject) {
                findings.append(
                    Finding(
                        level: .warning, subject: subject,
                        message:
                            "the packs \(collision.seen) and \(collision.hidden) both hold \(collision.path): readers "
                            + "that name no pack see that of \(collision.seen)"))
            }
            for damage in try await local.damage(of: subject) {
                let what = damage.path.isEmpty ? "the list of its files" : damage.path
                findings.append(
                    Finding(
                        level: .error, subject: subject,
                        message: "of the pack \(damage.packID) \(what) is gone or changed: "
                            + "`ba pack remove \(damage.packID) --app \(subject)` and `ba pack get` bring it back"))
            }
            if try await catalog.app(subject).owedEvent != nil {
                findings.append(
                    Finding(
                        level: .warning, subject: subject,
                        message: "packs that its installation calls for could not be asked for; that is tried again by "
                            + "itself, and at once by `ba update \(subject)`"))
            }
        }
        return findings
    }

    /// - Throws: `appNotFound` for an app that is not there.
    func checkExistence(of bundleID: String) async throws(ServiceError) { _ = try await catalog.app(bundleID) }

    /// Installed apps whose bundles are not what they were: one that is used where it lies may be moved or removed.
    private func brokenApps() async throws(ServiceError) -> [Finding] {
        var findings: [Finding] = []
        for app in try await catalog.apps() where app.currentVersionID != nil {
            let path = try await catalog.version(of: app.bundleID).path
            do throws(AppBundleError) { _ = try BundleInformation(readingBundleAt: path) } catch {
                findings.append(Finding(level: .error, subject: app.bundleID, message: error.description))
            }
        }
        return findings
    }

    /// What would keep the bundle from being copied into the store.
    private func copyFindings(_ path: String) async -> [Finding] {
        do throws(ServiceError) {
            _ = try await BlockingWork.run { () throws(ServiceError) in try BundleCopy(source: path).extent() }
            return []
        } catch { return [Finding(level: .error, subject: path, message: error.message)] }
    }

    /// Who signed a bundle, and whether the app of that name that is installed would take it.
    private func signatureFindings(
        _ bundle: BundleInformation, at path: String, withheld: String?
    ) async throws(ServiceError) -> [Finding] {
        let result = await BlockingWork.run { () -> Result<SigningState, SigningError> in
            do throws(SigningError) {
                return .success(try BundleVerifier(path: path, withheld: withheld).state())
            } catch {
                return .failure(error)
            }
        }
        let state: SigningState
        do throws(SigningError) { state = try result.get() } catch {
            return [Finding(level: .error, subject: path, message: "its signature cannot be checked: \(error)")]
        }
        var findings = state.findings(of: path).map { Finding($0) }
        let installed: StoredApp?
        do throws(AssetStoreError) {
            installed = if let id = bundle.identifier { try await store.app(id) } else { nil }
        } catch { throw ServiceError(store: error) }
        if installed?.origin == AppSource.systemOrigin {
            // Root vouches for it, and packages are stripped after they were signed.
            for index in findings.indices where findings[index].level == .error { findings[index].level = .warning }
        } else if case .broken = state {
            // Whose it is tells nobody before that is mended.
        } else if let team = installed?.team, team != state.team?.publicKey {
            findings.append(
                Finding(
                    level: .error, subject: path,
                    message: "the installed \(bundle.identifier ?? "") is signed by team "
                        + "\(TeamIdentity(publicKey: team)?.fingerprint ?? team), which alone may update it"))
        }
        return findings
    }

    private func surroundings() -> [Finding] {
        var findings = [
            Finding(level: .ok, subject: "root", message: configuration.location.root),
            Finding(level: .ok, subject: "socket", message: configuration.location.socketPath),
        ]
        let confinement = configuration.confinement
        findings.append(Finding(level: .ok, subject: "extensions", message: confinement.description))
        if let problem = confinement.problem {
            findings.append(Finding(level: .warning, subject: "extensions", message: problem))
        }
        findings.append(Finding(level: .ok, subject: "extensions", message: configuration.metering.description))
        findings.append(Finding(level: .ok, subject: "desktop", message: device.sources))
        if let status = FileStatus(path: configuration.location.root), status.permissions & 0o077 != 0 {
            findings.append(
                Finding(
                    level: .warning, subject: "root",
                    message: "others may look into \(configuration.location.root): chmod 700 it"))
        }
        return findings
    }
}
