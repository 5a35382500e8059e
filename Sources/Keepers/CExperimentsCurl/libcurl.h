// What `curl_stream.c` uses of libcurl, which is opened while the program runs.

#ifndef LIBCURL_H
#define LIBCURL_H

#if defined(__linux__)

// From curl/curl.h. They are part of libcurl's binary interface and never change, so that its headers are not needed.
enum {
    option_url = 10002,
    option_write_data = 10001,
    option_error_buffer = 10010,
    option_post_fields = 10015,
    option_http_header = 10023,
    option_ssl_certificate = 10025,
    option_header_data = 10029,
    option_custom_request = 10036,
    option_ca_info = 10065,
    option_ssl_key = 10087,
    option_accept_encoding = 10102,
    option_no_proxy = 10177,
    option_write_function = 20011,
    option_header_function = 20079,
    option_post_field_size = 30120,
    option_fresh_connect = 74,
    option_no_signal = 99,
    option_protocols = 181,
    option_tcp_keep_alive = 213,
    option_suppress_connect_headers = 265,
    info_response_code = 0x200002,
    info_request_size = 0x20000c,
    info_proxy_response_code = 0x200016,
    protocols_http_and_https = 1 | 2,
    global_all = 1 | 2,
};

typedef struct {
    int kind;
    void *handle;
    union {
        void *other;
        int result;
    } data;
} curl_message;

// The functions of libcurl that are used. They are there once `curl_stream_load_libcurl` has returned NULL.
struct libcurl {
    int (*global_init)(long);
    void *(*easy_init)(void);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    const char *(*easy_strerror)(int);
    void (*easy_reset)(void *);
    void (*easy_cleanup)(void *);
    void *(*multi_init)(void);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    int (*multi_wakeup)(void *);
    curl_message *(*multi_info_read)(void *, int *);
    int (*multi_cleanup)(void *);
    const char *(*multi_strerror)(int);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
};

// A name that no other library of an app has; `curl` for short here.
extern struct libcurl curl_stream_libcurl;
#define curl curl_stream_libcurl

// Loads libcurl where that was not done yet, on any thread. Returns NULL, or why it cannot be loaded.
const char *curl_stream_load_libcurl(void);

#endif

#endif
