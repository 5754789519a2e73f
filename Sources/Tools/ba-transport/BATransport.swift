// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport
internal import TransportCommands

@main
struct BATransport {
    static func main() async { await ToolRunner.run(TransportTool.self) }
}
