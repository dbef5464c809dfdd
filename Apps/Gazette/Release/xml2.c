// The functions of ICU and liblzma that libxml2 calls, all of which report that they can't.
//
// A release contains libxml2 from the .a file of the distribution, as its shared libraries have several names. That file wants ICU for
// encodings that iconv does not know, and liblzma for files that are compressed: 30 MB and two more packages. Gazette gives libxml2 text
// in UTF-8 that is in memory, so it needs neither. scripts/release names the functions of ICU with their version (ICU_VERSION, such as _72).

#include <stddef.h>

#define JOINED(name, version) name##version
#define VERSIONED(name, version) JOINED(name, version)
#define ICU(name) VERSIONED(name, ICU_VERSION)

enum { FILE_ACCESS_ERROR = 4, UNSUPPORTED_ERROR = 16, OPTIONS_ERROR = 8 };

#ifdef ICU_VERSION
void *ICU(ucnv_open)(const char *name, int *status) {
    *status = FILE_ACCESS_ERROR;
    return NULL;
}

void ICU(ucnv_close)(void *converter) {}

void ICU(ucnv_convertEx)(
    void *to, void *from, char **target, const char *targetEnd, const char **source, const char *sourceEnd,
    void *pivotStart, void **pivotSource, void **pivotTarget, const void *pivotEnd, signed char reset,
    signed char flush, int *status) {
    *status = UNSUPPORTED_ERROR;
}

void ICU(ucnv_setFromUCallBack)(
    void *converter, void *action, const void *context, void **oldAction, const void **oldContext, int *status) {
    *status = UNSUPPORTED_ERROR;
}

void ICU(ucnv_setToUCallBack)(
    void *converter, void *action, const void *context, void **oldAction, const void **oldContext, int *status) {
    *status = UNSUPPORTED_ERROR;
}

// Callbacks that are named, and called by the functions above alone.
void ICU(UCNV_FROM_U_CALLBACK_STOP)(void) {}

void ICU(UCNV_TO_U_CALLBACK_STOP)(void) {}
#endif

int lzma_auto_decoder(void *stream, unsigned long long memoryLimit, unsigned flags) { return OPTIONS_ERROR; }

int lzma_properties_decode(void *filter, const void *allocator, const unsigned char *properties, size_t count) {
    return OPTIONS_ERROR;
}

int lzma_code(void *stream, int action) { return OPTIONS_ERROR; }

void lzma_end(void *stream) {}
