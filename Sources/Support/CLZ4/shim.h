#pragma once
#define _GNU_SOURCE
#include <lz4.h>
#include <lz4hc.h>
