// HTTP exchanges whose answers are read while they arrive, over libcurl, each on a thread of the caller's.
//
// For Linux, where Foundation's URLSession keeps in memory whatever a server sends until somebody looks at it, and keeps
// asking whether it may write to the connection of an open stream, and so never sleeps. libcurl is what URLSession itself
// uses there; it is looked up when the first exchange begins, so that nothing has to be linked and programs that never
// send anything do not load it.

#ifndef CCURLSTREAM_H
#define CCURLSTREAM_H

#include <stddef.h>
#include <stdint.h>

// Makes one exchange after the other, and keeps the connections that can be used again.
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
    // Whether the timeout is for the whole exchange instead.
    int bounds_the_whole;
    // On a connection that was kept, a request whose answer the server left out is sent once more; it must not be sent
    // on one where that might do harm.
    int needs_new_connection;
} curl_stream_request;

// What happens, on the thread that runs the exchange: each line of the head and of what may follow the body, the end of
// the head, then pieces of the body. Each may wait; what answers 0 ends the exchange.
typedef struct {
    void *context;
    int (*header)(void *context, const char *line, size_t length, int is_trailer);
    int (*head)(void *context, long status);
    int (*piece)(void *context, const uint8_t *bytes, size_t length);
} curl_stream_events;

enum {
    curl_stream_ended = 0,
    curl_stream_cancelled = -1,
    curl_stream_timed_out = -2,
    // One of the events answered 0.
    curl_stream_refused = -3,
};

// A stream, or NULL where libcurl cannot be used; `curl_stream_problem` then says why.
curl_stream *curl_stream_create(void);
const char *curl_stream_problem(void);

// Runs an exchange to its end. Returns one of the above, or libcurl's code; `curl_stream_error` says what it means.
int curl_stream_run(curl_stream *stream, const curl_stream_request *request, const curl_stream_events *events);
const char *curl_stream_error(const curl_stream *stream);

// Lets go of what the exchange needed: to be called after each, before the next. May wait for the system's look-up of a
// name.
void curl_stream_finish(curl_stream *stream);

// Ends the exchange soon. From any thread, before it is finished.
void curl_stream_cancel(curl_stream *stream);
void curl_stream_free(curl_stream *stream);

#endif
