// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Builds products of a SwiftPM package.
struct PackageBuild {
    /// Absolute path of the package.
    let package: String
    let isRelease: Bool
    let context: ControlContext

    /// Builds the products and returns the absolute path of the folder that they lie in.
    ///
    /// A release is linked with the standard library inside, since it runs where no toolchain is.
    func build(_ products: [String]) async throws(ControlError) -> String {
        let command = ["swift", "build"] + (isRelease ? ["-c", "release", "--static-swift-stdlib"] : [])
        for product in products {
            try await ProgramRun.run(command + ["--product", product], in: package, context: context)
        }
        let output = try await ProgramRun.output(of: command + ["--show-bin-path"], in: package, context: context)
        guard let line = output.split(separator: "\n").last, line.hasPrefix("/") else {
            throw .programFailed("`swift build --show-bin-path` in \(package) named no folder")
        }
        return String(line)
    }

    /// The `.resources` folders in a folder of products: `Bundle.module` looks for them beside the executable.
    static func resourceBundles(in folder: String) throws(ControlError) -> [String] {
        do throws(SystemError) {
            return try Directory(opening: folder).names()
                .filter { $0.hasSuffix(".resources") }
                .map { "\(folder)/\($0)" }
        } catch { throw .file(error) }
    }
}
