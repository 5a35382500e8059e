// HTTP exchanges whose answers are read while they arrive, over libcurl, each on a thread of the caller's.
//
// For Linux, where Foundation's URLSession has two faults that its user cannot mend (measured with Swift 6.3):
//
// - It keeps in memory whatever arrives until the program looks at it. An answer of 1 MB that unpacks to 1 GB, read
//   slowly, took 1.1 GB. Here no more waits than the reader's queue holds.
// - While a stream is open and silent, it asks without pause whether the connection can be written to, which takes more
//   than half a processor. Here a silent stream takes none.
//
// libcurl is what URLSession itself uses on Linux. `libcurl.c` opens it when the first exchange begins; why it is not linked
// is said there.

#ifndef CCURLSTREAM_H
#define CCURLSTREAM_H

#include <stddef.h>
#include <stdint.h>

// Makes exchanges one after the other, and keeps the connection of the last one for the next.
typedef struct curl_stream curl_stream;

typedef struct {
    const char *url;
    const char *method;
    // `name: value`, one on each line.
    const char *headers;
    // NULL for none.
    const uint8_t *body;
    size_t body_length;
    // Files in PEM: the authorities to trust in place of the system's, the client's certificate, and its key where that is
    // not in the same file. Each NULL for none.
    const char *authorities;
    const char *certificate;
    const char *key;
    // How long the exchange may take, or how long it may pause: see `bounds_the_whole`.
    long timeout_milliseconds;
    // 1: the timeout is for the whole exchange. 0: it is for the wait for the head and, after it, for each pause in which
    // no byte arrives.
    int bounds_the_whole;
    // 1: the request must not arrive twice, so it is not sent on a kept connection. libcurl sends a request once more
    // where the server closes such a connection without an answer, and the server may have acted on the first one.
    int needs_new_connection;
    // 1: the server is asked directly, even if the environment names a proxy.
    int avoids_proxy;
} curl_stream_request;

// What happens during an exchange, in this order: `header` for each line of the head, the status line and those of
// interim answers included; `head` at the end of the head; `piece` for each piece of the decoded body; `header` for each
// trailer. They are called on the thread that runs the exchange and may keep it waiting. Each returns 1 to go on, or 0 to
// end the exchange.
typedef struct {
    void *context;
    int (*header)(void *context, const char *line, size_t length, int is_trailer);
    int (*head)(void *context, long status);
    int (*piece)(void *context, const uint8_t *bytes, size_t length);
} curl_stream_events;

// How an exchange ended, beside the positive numbers of libcurl's CURLcode.
enum {
    // The answer is complete.
    curl_stream_ended = 0,
    curl_stream_cancelled = -1,
    curl_stream_timed_out = -2,
    // One of the events returned 0.
    curl_stream_refused = -3,
    // A proxy answered that it does not connect to the server.
    curl_stream_refused_by_proxy = -4,
    // libcurl cannot go on.
    curl_stream_failed = -5,
    // The connection ended within the head of the answer; or a reused connection ended after the request was sent, and
    // no new one could be made. The request may have arrived.
    curl_stream_lost = -6,
};

// Makes a stream. Returns NULL where libcurl cannot be used; `curl_stream_problem` then says why.
curl_stream *curl_stream_create(void);
const char *curl_stream_problem(void);

// Runs an exchange to its end, and returns how it ended. `curl_stream_error` says what the number means.
int curl_stream_run(curl_stream *stream, const curl_stream_request *request, const curl_stream_events *events);
const char *curl_stream_error(const curl_stream *stream);

// Releases what the exchange needed. To be called after each run and before the next; it may wait until the system has
// looked up a host's name.
void curl_stream_finish(curl_stream *stream);

// Makes the exchange end soon. May be called on any thread until `curl_stream_finish` is.
void curl_stream_cancel(curl_stream *stream);

// Closes the connection and frees the stream. Not while an exchange runs.
void curl_stream_free(curl_stream *stream);

#endif
