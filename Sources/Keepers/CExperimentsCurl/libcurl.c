// Opens libcurl when it is first needed.
//
// It is not linked, for three reasons. A program that is linked to it does not start where it is not installed, not even for
// what needs no network; the release needs nothing but the C library until it sends a request. Linking it in would mean
// linking in some thirty libraries (TLS, Kerberos, LDAP, SSH), of which most systems have no archives. And loading those
// takes 4.5 ms of every start, three times the rest of it.

#include "libcurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct libcurl curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
#if defined(__GLIBC__)
        snprintf(problem, sizeof problem, "%s", dlerror());
#else
        // A static program of musl loads nothing at all.
        snprintf(
            problem, sizeof problem,
            "%s; a program that is linked statically cannot load libcurl: link it dynamically, or pass a transport of its own",
            dlerror());
#endif
        return;
    }
    const struct {
        const char *name;
        void *address;
    } functions[] = {
        {"curl_global_init", &curl.global_init},
        {"curl_easy_init", &curl.easy_init},
        {"curl_easy_setopt", &curl.easy_setopt},
        {"curl_easy_getinfo", &curl.easy_getinfo},
        {"curl_easy_strerror", &curl.easy_strerror},
        {"curl_easy_reset", &curl.easy_reset},
        {"curl_easy_cleanup", &curl.easy_cleanup},
        {"curl_multi_init", &curl.multi_init},
        {"curl_multi_add_handle", &curl.multi_add_handle},
        {"curl_multi_remove_handle", &curl.multi_remove_handle},
        {"curl_multi_perform", &curl.multi_perform},
        {"curl_multi_poll", &curl.multi_poll},
        {"curl_multi_wakeup", &curl.multi_wakeup},
        {"curl_multi_info_read", &curl.multi_info_read},
        {"curl_multi_cleanup", &curl.multi_cleanup},
        {"curl_multi_strerror", &curl.multi_strerror},
        {"curl_slist_append", &curl.slist_append},
        {"curl_slist_free_all", &curl.slist_free_all},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *address = dlsym(library, functions[index].name);
        if (!address) {
            snprintf(problem, sizeof problem, "%s", dlerror());
            return;
        }
        memcpy(functions[index].address, &address, sizeof address);
    }
    // libcurl would otherwise initialise itself when the first handle is made, which two threads may do at once.
    int code = curl.global_init(global_all);
    if (code != 0) snprintf(problem, sizeof problem, "%s", curl.easy_strerror(code));
}

const char *curl_stream_load_libcurl(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

#endif
