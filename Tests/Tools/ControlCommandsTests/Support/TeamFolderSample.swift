// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import BundleSigning
import ServiceInterface

@testable import ControlCommands

/// Teams and signatures as the commands make them.
enum TeamFolderSample {
    static func make(_ name: String, in config: String) throws -> TeamIdentity {
        let key = TeamKey()
        try TeamFolder(environment: ["XDG_CONFIG_HOME": config]).add(key, as: name)
        return key.team
    }

    static func sign(_ bundle: String) throws { _ = try BundleSigner(key: TeamKey()).sign(bundleAt: bundle) }
}

extension ToolSession {
    /// What `ba doctor` finds of a bundle by itself.
    func peerlessDoctor(_ bundle: String) -> String {
        let path = folder + "/" + bundle
        guard let state = try? BundleVerifier(path: path).state() else { return "" }
        return DoctorCommand.text(state.findings(of: path).map { Finding($0) })
    }
}
