#include "CExperimentsCurl.h"

#if defined(__linux__)

#include "libcurl.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// How long a text of libcurl's about an error can be.
enum { error_size = 256 };

struct curl_stream {
    void *multi;
    void *easy;
    atomic_int is_cancelled;
    const curl_stream_events *events;
    void *headers;
    int has_head;
    int is_refused;
    int64_t started;
    int64_t last_activity;
    char error[error_size];
};

static int64_t now_in_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

const char *curl_stream_problem(void) {
    const char *problem = curl_stream_load_libcurl();
    return problem ? problem : "";
}

const char *curl_stream_error(const curl_stream *stream) { return stream->error; }

curl_stream *curl_stream_create(void) {
    if (curl_stream_load_libcurl()) return NULL;
    curl_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->multi = curl.multi_init();
    stream->easy = curl.easy_init();
    if (stream->multi && stream->easy) return stream;
    curl_stream_free(stream);
    return NULL;
}

void curl_stream_free(curl_stream *stream) {
    if (stream->easy) curl.easy_cleanup(stream->easy);
    if (stream->multi) curl.multi_cleanup(stream->multi);
    free(stream);
}

void curl_stream_cancel(curl_stream *stream) {
    atomic_store(&stream->is_cancelled, 1);
    curl.multi_wakeup(stream->multi);
}

// Ends the exchange: libcurl gives it up when a callback does not return the number of bytes that it was given.
static size_t refuse(curl_stream *stream) {
    stream->is_refused = 1;
    return 0;
}

static size_t take_header(char *line, size_t size, size_t count, void *context) {
    curl_stream *stream = context;
    size_t length = size * count;
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
    stream->last_activity = now_in_milliseconds();
    // Header lines that come after the head are trailers.
    int is_trailer = stream->has_head;
    if (length > 0 || is_trailer) {
        int is_wanted = stream->events->header(stream->events->context, line, length, is_trailer);
        return is_wanted ? size * count : refuse(stream);
    }
    long status = 0;
    curl.easy_getinfo(stream->easy, info_response_code, &status);
    // An interim answer (1xx): the head of the answer itself is still to come.
    if (status >= 100 && status < 200) return size * count;
    stream->has_head = 1;
    return stream->events->head(stream->events->context, status) ? size * count : refuse(stream);
}

static size_t take_piece(char *bytes, size_t size, size_t count, void *context) {
    curl_stream *stream = context;
    size_t length = size * count;
    int is_wanted =
        length == 0 || stream->events->piece(stream->events->context, (const uint8_t *)bytes, length);
    // Set after the call: while a slow reader keeps this thread waiting, the server is not silent.
    stream->last_activity = now_in_milliseconds();
    return is_wanted ? length : refuse(stream);
}

// Makes libcurl's list of the request's headers. Returns 0 where there is no memory for all of them: a request without,
// say, its authorization must not be sent.
static int make_headers(curl_stream *stream, const char *headers) {
    while (*headers) {
        size_t length = strcspn(headers, "\n");
        char *line = strndup(headers, length);
        void *longer = line ? curl.slist_append(stream->headers, line) : NULL;
        free(line);
        if (!longer) return 0;
        stream->headers = longer;
        headers += length + (headers[length] == '\n');
    }
    return 1;
}

static void set_options(curl_stream *stream, const curl_stream_request *request) {
    curl.easy_setopt(stream->easy, option_error_buffer, stream->error);
    curl.easy_setopt(stream->easy, option_url, request->url);
    curl.easy_setopt(stream->easy, option_protocols, (long)protocols_http_and_https);
    curl.easy_setopt(stream->easy, option_custom_request, request->method);
    curl.easy_setopt(stream->easy, option_http_header, stream->headers);
    if (request->body) {
        curl.easy_setopt(stream->easy, option_post_field_size, (int64_t)request->body_length);
        curl.easy_setopt(stream->easy, option_post_fields, request->body);
    }
    if (request->needs_new_connection) curl.easy_setopt(stream->easy, option_fresh_connect, 1L);
    // A proxy cannot reach this machine's own servers, and the environment seldom says so.
    if (request->avoids_proxy) curl.easy_setopt(stream->easy, option_no_proxy, "*");
    curl.easy_setopt(stream->easy, option_no_signal, 1L);
    curl.easy_setopt(stream->easy, option_tcp_keep_alive, 1L);
    // All encodings that libcurl can decode; it hands over the decoded body.
    curl.easy_setopt(stream->easy, option_accept_encoding, "");
    // What a proxy answers to CONNECT would otherwise be taken for the head of the server's answer.
    curl.easy_setopt(stream->easy, option_suppress_connect_headers, 1L);
    curl.easy_setopt(stream->easy, option_header_function, take_header);
    curl.easy_setopt(stream->easy, option_header_data, stream);
    curl.easy_setopt(stream->easy, option_write_function, take_piece);
    curl.easy_setopt(stream->easy, option_write_data, stream);
    // The variable by which Foundation's URLSession on Linux lets a user name a file of authorities.
    const char *usual = getenv("URLSessionCertificateAuthorityInfoFile");
    const char *authorities = request->authorities ? request->authorities : usual;
    if (authorities && *authorities) curl.easy_setopt(stream->easy, option_ca_info, authorities);
    if (request->certificate) curl.easy_setopt(stream->easy, option_ssl_certificate, request->certificate);
    if (request->key) curl.easy_setopt(stream->easy, option_ssl_key, request->key);
}

static int fail(curl_stream *stream, const char *reason) {
    snprintf(stream->error, sizeof stream->error, "%s", reason);
    return curl_stream_failed;
}

// How the exchange ended that libcurl has just finished.
static int result_of(curl_stream *stream) {
    int left = 0;
    curl_message *message = curl.multi_info_read(stream->multi, &left);
    if (stream->is_refused) return curl_stream_refused;
    if (!message) return fail(stream, "libcurl does not say how the exchange ended");
    int result = message->data.result;
    // libcurl takes a connection that ends within the head for the end of an empty answer.
    if (result == 0) return stream->has_head ? curl_stream_ended : curl_stream_lost;
    if (!stream->error[0]) snprintf(stream->error, sizeof stream->error, "%s", curl.easy_strerror(result));
    long proxy_status = 0;
    curl.easy_getinfo(stream->easy, info_proxy_response_code, &proxy_status);
    if (proxy_status >= 300) return curl_stream_refused_by_proxy;
    // If a reused connection ends without an answer, libcurl sends the request again on a new one. An error of the new
    // connection does not mean that the request was never sent.
    long sent = 0;
    curl.easy_getinfo(stream->easy, info_request_size, &sent);
    int is_before_sending = result == 6 || result == 7 || result == 35 || result == 60;
    return sent > 0 && proxy_status == 0 && is_before_sending ? curl_stream_lost : result;
}

static int loop(curl_stream *stream, const curl_stream_request *request) {
    long timeout = request->timeout_milliseconds;
    for (;;) {
        int running = 0;
        int code = curl.multi_perform(stream->multi, &running);
        if (code != 0) return fail(stream, curl.multi_strerror(code));
        if (atomic_load(&stream->is_cancelled)) return curl_stream_cancelled;
        if (running == 0) return result_of(stream);
        int64_t since = request->bounds_the_whole ? stream->started : stream->last_activity;
        int64_t spent = now_in_milliseconds() - since;
        if (spent >= timeout) return curl_stream_timed_out;
        int64_t rest = timeout - spent;
        code = curl.multi_poll(stream->multi, NULL, 0, rest > 60000 ? 60000 : (int)rest, NULL);
        if (code != 0) return fail(stream, curl.multi_strerror(code));
    }
}

int curl_stream_run(curl_stream *stream, const curl_stream_request *request, const curl_stream_events *events) {
    // A write to a connection that the server has closed raises SIGPIPE, which would end the program. libcurl ignores
    // that signal only where it may change the handling of signals for the whole process, which `option_no_signal`
    // forbids; so this thread, which belongs to the exchange, blocks it.
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, NULL);

    stream->events = events;
    stream->has_head = 0;
    stream->is_refused = 0;
    stream->error[0] = 0;
    stream->started = now_in_milliseconds();
    stream->last_activity = stream->started;
    if (!make_headers(stream, request->headers)) return fail(stream, "out of memory");
    set_options(stream, request);
    int code = curl.multi_add_handle(stream->multi, stream->easy);
    return code == 0 ? loop(stream, request) : fail(stream, curl.multi_strerror(code));
}

void curl_stream_finish(curl_stream *stream) {
    curl.multi_remove_handle(stream->multi, stream->easy);
    curl.easy_reset(stream->easy);
    curl.slist_free_all(stream->headers);
    stream->headers = NULL;
    stream->events = NULL;
    atomic_store(&stream->is_cancelled, 0);
}

#endif
