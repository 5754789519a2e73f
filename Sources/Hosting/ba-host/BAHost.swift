// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import CHeapLimits
import HostCommands
import ToolSupport

@main
struct BAHost {
    static func main() async {
        ba_limit_heaps(0)
        await ToolRunner.run(HostTool.self)
    }
}
