// The macros of bitloom/result.h under short names, for our own files: public headers define only BITLOOM_ names.
#pragma once

#include "bitloom/result.h"

#define TRY(...) BITLOOM_TRY(__VA_ARGS__)
#define CO_TRY(declaration, ...) BITLOOM_CO_TRY(declaration, __VA_ARGS__)
#define CO_CHECK(...) BITLOOM_CO_CHECK(__VA_ARGS__)
