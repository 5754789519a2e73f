#pragma once
#define _GNU_SOURCE
#include <lzma.h>
