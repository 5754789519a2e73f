// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import PackagingCommands
internal import ToolSupport

@main
struct BAPackage {
    static func main() async {
        Interruption.install()
        await ToolRunner.run(PackageTool.self)
    }
}
