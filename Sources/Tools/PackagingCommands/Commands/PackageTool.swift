// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ToolSupport

/// `ba-package`: makes asset packs and the manifests that publish them.
package struct PackageTool: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ba-package",
        abstract: "Make asset packs for Background Assets, and the manifests that publish them.",
        discussion: """
            A first pack, in a folder that has Videos/Introduction.m4v and a folder Textures with files in it; else name \
            files of your own in the template's "fileSelectors" first:
              ba-package template -o Manifest.json
              ba-package Manifest.json -o Tutorial.aar
              ba-package download-manifest create Tutorial.aar --linux \\
                --download-base-url https://cdn.example.org/packs -o manifest.json

            `ba-package help exit-codes` lists what the exit statuses mean; --generate-completion-script prints what a \
            shell needs to complete command lines.
            """,
        version: ToolVersion.current,
        subcommands: [
            PackageCommand.self, TemplateCommand.self, EvaluateCommand.self, DownloadManifestCommand.self,
            ConvertCommand.self, InspectCommand.self, UnpackCommand.self, VerifyCommand.self, LicenseCommand.self,
            ExitCodesCommand.self,
        ],
        defaultSubcommand: PackageCommand.self)

    package init() {}
}
