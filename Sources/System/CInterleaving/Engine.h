#ifndef ENGINE_H
#define ENGINE_H

/// The engine whose schedule this thread is running, or null: seen by this target alone.
extern __thread void *engine_of_thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

#endif
