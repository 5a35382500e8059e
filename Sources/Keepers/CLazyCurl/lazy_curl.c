// libcurl, loaded when it is first used instead of when the program starts.
//
// Foundation's URLSession is linked to libcurl, and libcurl to some thirty shared libraries (TLS, Kerberos, LDAP). The
// system's loader opens and relocates them at every start, also of a command that never opens a connection: 4.5 ms, three
// times the rest of the start. This file defines the functions of libcurl that Foundation calls; each loads the real
// library when it is first called, and calls the real function. The Makefile compiles it into a static `libcurl.a`, which
// the linker of a release build finds when Foundation asks for `-lcurl`. It is no target of the package: debug builds link
// the system's library.
//
// The variadic functions pass on one argument of the size of a pointer. That is enough for all options of libcurl on Linux
// for x86_64 and arm64, where long, pointers and curl_off_t have the same size.

#if !defined(__linux__) || !defined(__LP64__)
#error "This file is for 64-bit Linux; elsewhere link libcurl itself."
#endif

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef void CURL;
typedef void CURLM;
typedef void CURLMsg;
typedef void CURLU;
typedef int CURLcode;
typedef int CURLMcode;
typedef int CURLUcode;
typedef int CURLUPart;
typedef int CURLoption;
typedef int CURLINFO;
typedef int CURLMoption;
typedef int CURLversion;
typedef int curl_socket_t;
struct curl_slist;

// The functions, for the macros below: FUNCTION(result, name, parameters, arguments); PROCEDURE(name, parameters,
// arguments) for those without a result; OPTION(result, name, handle, option) for those with one more argument of any
// type. If Foundation comes to call another one, the linker says that it is undefined.
#define CURL_API(FUNCTION, PROCEDURE, OPTION)                                                                          \
    FUNCTION(CURLcode, curl_global_init, (long flags), (flags))                                                        \
    FUNCTION(CURL *, curl_easy_init, (void), ())                                                                       \
    PROCEDURE(curl_easy_cleanup, (CURL * handle), (handle))                                                            \
    FUNCTION(CURLcode, curl_easy_pause, (CURL * handle, int mask), (handle, mask))                                     \
    FUNCTION(const char *, curl_easy_strerror, (CURLcode code), (code))                                                \
    OPTION(CURLcode, curl_easy_setopt, CURL *, CURLoption)                                                             \
    OPTION(CURLcode, curl_easy_getinfo, CURL *, CURLINFO)                                                              \
    FUNCTION(CURLM *, curl_multi_init, (void), ())                                                                     \
    FUNCTION(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))                                                  \
    FUNCTION(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL * handle), (multi, handle))                        \
    FUNCTION(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL * handle), (multi, handle))                     \
    FUNCTION(CURLMcode, curl_multi_assign, (CURLM * multi, curl_socket_t socket, void *data), (multi, socket, data))   \
    FUNCTION(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *queued), (multi, queued))                           \
    FUNCTION(CURLMcode, curl_multi_socket_action, (CURLM * multi, curl_socket_t socket, int events, int *running),     \
             (multi, socket, events, running))                                                                         \
    OPTION(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)                                                         \
    FUNCTION(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text))       \
    PROCEDURE(curl_slist_free_all, (struct curl_slist * list), (list))                                                 \
    FUNCTION(CURLU *, curl_url, (void), ())                                                                            \
    FUNCTION(CURLUcode, curl_url_get, (CURLU * url, CURLUPart part, char **text, unsigned flags),                      \
             (url, part, text, flags))                                                                                 \
    FUNCTION(CURLUcode, curl_url_set, (CURLU * url, CURLUPart part, const char *text, unsigned flags),                 \
             (url, part, text, flags))                                                                                 \
    PROCEDURE(curl_free, (void *memory), (memory))                                                                     \
    FUNCTION(char *, curl_version, (void), ())                                                                         \
    FUNCTION(void *, curl_version_info, (CURLversion age), (age))

#define MEMBER(result, name, parameters, arguments) result(*name) parameters;
#define MEMBER_PROCEDURE(name, parameters, arguments) void(*name) parameters;
#define MEMBER_OPTION(result, name, handle_type, option_type) result (*name)(handle_type, option_type, ...);

static struct {
    CURL_API(MEMBER, MEMBER_PROCEDURE, MEMBER_OPTION)
} curl;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static char problem[256];

// What is registered first runs last: the message then comes after the dashboard has given the terminal back.
static void report_problem(void) {
    if (!problem[0]) return;
    fprintf(stderr, "error: cannot load libcurl, which is needed for HTTP: %s\n", problem);
    fprintf(stderr, "Install it (on Debian and Ubuntu: apt-get install libcurl4) and try again.\n");
}

__attribute__((constructor)) static void prepare_report(void) { atexit(report_problem); }

// Foundation cannot be told that libcurl is missing, and would crash without it. So the program ends, and tells its user
// what to install.
static _Noreturn void give_up(const char *reason) {
    snprintf(problem, sizeof problem, "%s", reason);
    exit(1);
}

static void *symbol(void *library, const char *name) {
    void *address = dlsym(library, name);
    if (!address) give_up(dlerror());
    return address;
}

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) give_up(dlerror());
#define LOAD(result, name, parameters, arguments) curl.name = (result(*) parameters)symbol(library, #name);
#define LOAD_PROCEDURE(name, parameters, arguments) curl.name = (void(*) parameters)symbol(library, #name);
#define LOAD_OPTION(result, name, handle_type, option_type)                                                            \
    curl.name = (result(*)(handle_type, option_type, ...))symbol(library, #name);
    CURL_API(LOAD, LOAD_PROCEDURE, LOAD_OPTION)
}

#define FORWARD(result, name, parameters, arguments)                                                                   \
    result name parameters {                                                                                           \
        pthread_once(&loaded, load);                                                                                   \
        return curl.name arguments;                                                                                    \
    }
#define FORWARD_PROCEDURE(name, parameters, arguments)                                                                 \
    void name parameters {                                                                                             \
        pthread_once(&loaded, load);                                                                                   \
        curl.name arguments;                                                                                           \
    }
#define FORWARD_OPTION(result, name, handle_type, option_type)                                                         \
    result name(handle_type handle, option_type option, ...) {                                                         \
        va_list list;                                                                                                  \
        va_start(list, option);                                                                                        \
        void *argument = va_arg(list, void *);                                                                         \
        va_end(list);                                                                                                  \
        pthread_once(&loaded, load);                                                                                   \
        return curl.name(handle, option, argument);                                                                    \
    }

CURL_API(FORWARD, FORWARD_PROCEDURE, FORWARD_OPTION)
