// One HTTP exchange whose answer is read while it arrives, over libcurl, on a thread of the caller's.
//
// For Linux, where Foundation's URLSession keeps asking whether it may write to the connection of an open stream, and so
// never sleeps. libcurl is what URLSession itself uses there; it is looked up when the first stream is opened, so that
// nothing has to be linked and programs that never open one do not load it.

#ifndef CCURLSTREAM_H
#define CCURLSTREAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct curl_stream curl_stream;

typedef struct {
    const char *url;
    const char *method;
    // `name: value`, one on each line.
    const char *headers;
    // NULL for none.
    const uint8_t *body;
    size_t body_length;
    // How long the head may take to come and, after it, how long no byte may come.
    long timeout_milliseconds;
} curl_stream_request;

// What happens, on the thread that runs the stream: each line of the head, its end, then pieces of the body.
typedef struct {
    void *context;
    void (*header)(void *context, const char *line, size_t length);
    void (*head)(void *context, long status);
    void (*piece)(void *context, const uint8_t *bytes, size_t length);
} curl_stream_events;

enum {
    curl_stream_ended = 0,
    curl_stream_cancelled = -1,
    curl_stream_timed_out = -2,
};

// A stream, or NULL where libcurl cannot be used; `curl_stream_problem` then says why.
curl_stream *curl_stream_create(void);
const char *curl_stream_problem(void);

// Runs the exchange to its end. Returns one of the above, or libcurl's code; `curl_stream_error` says what it means.
int curl_stream_run(curl_stream *stream, const curl_stream_request *request, const curl_stream_events *events);
const char *curl_stream_error(const curl_stream *stream);

// Ends the exchange soon. From any thread, before the stream is freed.
void curl_stream_cancel(curl_stream *stream);
void curl_stream_free(curl_stream *stream);

#endif
