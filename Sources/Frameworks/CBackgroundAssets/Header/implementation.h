// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The header as the implementation sees it. Every pointer is optional here: NULL where none belongs gives the caller an
// error, and must not be undefined behaviour.

#define BA_NONNULL _Nullable
#define BA_NULLABLE _Nullable
#include "../include/background_assets.h"
