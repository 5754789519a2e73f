// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

#pragma once
// Without this zlib.h includes unistd.h, and with it a definition of fd_set that differs from that of Swift's Glibc
// module where _GNU_SOURCE is set in one of the two only. It leaves out nothing but gzFile, compress and uncompress.
#define Z_SOLO
#define _GNU_SOURCE
#include <zlib.h>
