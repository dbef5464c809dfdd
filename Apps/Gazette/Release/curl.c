// The functions of libcurl that Foundation's URLSession calls. Each loads libcurl when it is called, and forwards the call.
//
// A release contains FoundationNetworking, because Freshet has a transport on URLSession. Linked with libcurl, it would load
// OpenSSL, LDAP, Kerberos and some twenty more libraries at every start, and depend on their packages. Gazette's transport on
// Linux is AsyncHTTPClient, so it never calls these functions. If a later Foundation calls others, the linker reports them.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *address(const char *name) {
    // The library stays loaded: opening it again only finds it.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    void *function = library ? dlsym(library, name) : NULL;
    if (!function) {
        fprintf(stderr, "URLSession needs libcurl: %s\n", dlerror());
        abort();
    }
    return function;
}

#define FORWARD(result, name, parameters, arguments) \
    result name parameters { return ((result(*) parameters)address(#name))arguments; }

// Called with one argument after the dots, which is a pointer or as wide as one.
#define FORWARD_OPTION(name) \
    int name(void *handle, int option, void *value) { \
        return ((int (*)(void *, int, ...))address(#name))(handle, option, value); \
    }

FORWARD(int, curl_global_init, (long flags), (flags))
FORWARD(char *, curl_version, (void), ())
FORWARD(void *, curl_version_info, (int age), (age))
FORWARD(void, curl_free, (void *memory), (memory))

FORWARD(void *, curl_easy_init, (void), ())
FORWARD(void, curl_easy_cleanup, (void *easy), (easy))
FORWARD(int, curl_easy_pause, (void *easy, int directions), (easy, directions))
FORWARD(const char *, curl_easy_strerror, (int code), (code))
FORWARD_OPTION(curl_easy_setopt)
FORWARD_OPTION(curl_easy_getinfo)

FORWARD(void *, curl_multi_init, (void), ())
FORWARD(int, curl_multi_cleanup, (void *multi), (multi))
FORWARD(int, curl_multi_add_handle, (void *multi, void *easy), (multi, easy))
FORWARD(int, curl_multi_remove_handle, (void *multi, void *easy), (multi, easy))
FORWARD(int, curl_multi_assign, (void *multi, int socket, void *data), (multi, socket, data))
FORWARD(void *, curl_multi_info_read, (void *multi, int *count), (multi, count))
FORWARD(
    int, curl_multi_socket_action, (void *multi, int socket, int events, int *running),
    (multi, socket, events, running))
FORWARD_OPTION(curl_multi_setopt)

FORWARD(void *, curl_slist_append, (void *list, const char *text), (list, text))
FORWARD(void, curl_slist_free_all, (void *list), (list))

FORWARD(void *, curl_url, (void), ())
FORWARD(int, curl_url_get, (void *url, int part, char **text, unsigned flags), (url, part, text, flags))
FORWARD(int, curl_url_set, (void *url, int part, const char *text, unsigned flags), (url, part, text, flags))
