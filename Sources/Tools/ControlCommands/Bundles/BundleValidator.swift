// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Glibc
internal import ServiceInterface
internal import SystemSupport

/// Checks a bundle before anybody installs it: keys, extension, files.
///
/// The rules are those of Apple's documents on Background Assets keys, of app extensions, and of the flat layout.
struct BundleValidator {
    let bundle: BundleInformation

    /// All that there is to say; one finding of level `ok` when nothing is wrong.
    var findings: [Finding] {
        var findings = AppKeyRules(info: bundle.info, hasExtension: !bundle.extensions.isEmpty).findings
        for item in bundle.extensions {
            findings += ExtensionKeyRules(name: item.name, info: item.info, app: bundle.info).findings
        }
        let downloaders = bundle.extensions.filter { ExtensionKeyRules.isDownloader($0.info) }
        if downloaders.count > 1 {
            let names = downloaders.map(\.name).joined(separator: ", ")
            findings.append(
                Finding(
                    level: .error, subject: "Extensions",
                    message: "an app has one downloader extension, and these are \(downloaders.count): \(names)"))
        }
        if let path = bundle.path { findings += fileFindings(path) }
        if findings.isEmpty {
            findings.append(
                Finding(
                    level: .ok, subject: bundle.identifier ?? "bundle",
                    message: "its keys and its downloader extension fit together"))
        }
        return findings
    }

    private func fileFindings(_ path: String) -> [Finding] {
        var executables = [("the app", path, bundle.info.string("CFBundleExecutable"))]
        for item in bundle.extensions {
            executables.append(
                (item.name, "\(path)/Extensions/\(item.name)", item.info.string("CFBundleExecutable")))
        }
        return executables.compactMap { subject, folder, name in
            guard let name else { return nil }
            let file = folder + "/" + name
            if FileStatus(path: file)?.kind == .file, access(file, X_OK) == 0 { return nil }
            return Finding(
                level: .error, subject: subject,
                message: "its executable \(file) is missing or may not be run; `ba bundle` makes a whole bundle")
        }
    }
}
