/// The description of the API for apps in OpenAPI 3.1, as the server returns it.
package enum LinkDescription {
    /// The document in UTF-8.
    package static let bytes = Array(text.utf8)

    private static let text = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Experiments: overrides for apps",
            "version": "1",
            "summary": "Overrides of values by scope, a stream of their changes, and reports of apps.",
            "description": "An override applies to everyone, to one app, or to one installation of it; the narrowest scope wins. A revision identifies a state: it is a number that a server counts up, or, if several servers share their overrides, a digest of the state with the number 0. It is the `revision` of documents, the `id` of events, and, in quotation marks, the `ETag`. Readers ignore unknown members."
          },
          "security": [{}, {"bearer": []}, {"key": []}],
          "paths": {
            "/experiments/v1/overrides": {
              "get": {
                "operationId": "getOverrides",
                "summary": "The overrides that apply to an installation, an app, or everyone.",
                "parameters": [
                  {"$ref": "#/components/parameters/app"},
                  {"$ref": "#/components/parameters/installation"},
                  {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}, "description": "The ETag of the state that the reader has."}
                ],
                "responses": {
                  "200": {"$ref": "#/components/responses/State"},
                  "304": {"description": "The state has not changed."},
                  "400": {"$ref": "#/components/responses/Error"},
                  "401": {"$ref": "#/components/responses/Error"},
                  "403": {"$ref": "#/components/responses/Error"},
                  "503": {"$ref": "#/components/responses/Error"}
                }
              }
            },
            "/experiments/v1/overrides/{key}": {
              "parameters": [
                {"name": "key", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}, "description": "The name of the key, percent-encoded."},
                {"$ref": "#/components/parameters/app"},
                {"$ref": "#/components/parameters/installation"},
                {"name": "If-Match", "in": "header", "required": true, "schema": {"type": "string"}, "description": "The ETag of the state that the change is based on, or `*` for any state."}
              ],
              "put": {
                "operationId": "setOverride",
                "summary": "Sets the override of a key in a scope. Not for apps.",
                "parameters": [
                  {"name": "raw", "in": "query", "schema": {"type": "boolean"}, "description": "Whether to accept any key and value."}
                ],
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Entry"}}}
                },
                "responses": {
                  "200": {"$ref": "#/components/responses/State"},
                  "400": {"$ref": "#/components/responses/Error"},
                  "401": {"$ref": "#/components/responses/Error"},
                  "403": {"$ref": "#/components/responses/Error"},
                  "404": {"$ref": "#/components/responses/Error"},
                  "412": {"$ref": "#/components/responses/State"},
                  "422": {"$ref": "#/components/responses/Error"},
                  "428": {"$ref": "#/components/responses/Error"},
                  "503": {"$ref": "#/components/responses/Error"}
                }
              },
              "delete": {
                "operationId": "removeOverride",
                "summary": "Removes the override of a key in a scope. Not for apps.",
                "responses": {
                  "200": {"$ref": "#/components/responses/State"},
                  "400": {"$ref": "#/components/responses/Error"},
                  "401": {"$ref": "#/components/responses/Error"},
                  "403": {"$ref": "#/components/responses/Error"},
                  "404": {"$ref": "#/components/responses/Error"},
                  "412": {"$ref": "#/components/responses/State"},
                  "428": {"$ref": "#/components/responses/Error"},
                  "503": {"$ref": "#/components/responses/Error"}
                }
              }
            },
            "/experiments/v1/events": {
              "get": {
                "operationId": "followOverrides",
                "summary": "A stream of server-sent events: `state` with a State, then `changes` with Changes.",
                "description": "With the ID of an event whose later changes the server still has, the stream starts with only those changes, or with nothing if there are none. Comments between events show that the connection is alive.",
                "parameters": [
                  {"$ref": "#/components/parameters/app"},
                  {"$ref": "#/components/parameters/installation"},
                  {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}, "description": "The ID of the last event that the reader received."}
                ],
                "responses": {
                  "200": {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
                  "400": {"$ref": "#/components/responses/Error"},
                  "401": {"$ref": "#/components/responses/Error"},
                  "403": {"$ref": "#/components/responses/Error"},
                  "503": {"$ref": "#/components/responses/Error"}
                }
              }
            },
            "/experiments/v1/reports": {
              "post": {
                "operationId": "report",
                "summary": "Reports the state of a running app: its identity, values, exposures and metric events.",
                "requestBody": {
                  "required": true,
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Report"}}}
                },
                "responses": {
                  "200": {"description": "The report is accepted, and its exposures and events are stored.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Receipt"}}}},
                  "400": {"$ref": "#/components/responses/Error"},
                  "401": {"$ref": "#/components/responses/Error"},
                  "403": {"$ref": "#/components/responses/Error"},
                  "413": {"$ref": "#/components/responses/Error"},
                  "503": {"description": "The exposures and events cannot be stored now. Send the report again after the seconds in Retry-After.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
                }
              }
            },
            "/experiments/v1/openapi.json": {
              "get": {
                "operationId": "describe",
                "summary": "This document.",
                "security": [{}],
                "responses": {
                  "200": {"description": "This document.", "content": {"application/json": {"schema": {"type": "object"}}}}
                }
              }
            }
          },
          "components": {
            "securitySchemes": {
              "bearer": {"type": "http", "scheme": "bearer", "description": "The token of a link, or of the server."},
              "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"}
            },
            "parameters": {
              "app": {"name": "app", "in": "query", "schema": {"type": "string", "minLength": 1}, "description": "The app (default: the app of the link, else everyone)."},
              "installation": {"name": "installation", "in": "query", "schema": {"type": "string", "minLength": 1}, "description": "The installation of the app."}
            },
            "responses": {
              "State": {
                "description": "The overrides that apply.",
                "headers": {"ETag": {"schema": {"type": "string"}, "description": "The revision in quotation marks."}},
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/State"}}}
              },
              "Error": {
                "description": "What is wrong.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
              }
            },
            "schemas": {
              "Revision": {"type": "string", "pattern": "^[0-9A-Za-z_-]{1,64}\\.[0-9]+$"},
              "State": {
                "type": "object",
                "required": ["version", "revision", "overrides"],
                "properties": {
                  "version": {"const": 1},
                  "revision": {"$ref": "#/components/schemas/Revision"},
                  "overrides": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/ScopedEntry"}}
                }
              },
              "Changes": {
                "type": "object",
                "required": ["version", "since", "revision", "overrides", "removed"],
                "properties": {
                  "version": {"const": 1},
                  "since": {"$ref": "#/components/schemas/Revision"},
                  "revision": {"$ref": "#/components/schemas/Revision"},
                  "overrides": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/ScopedEntry"}},
                  "removed": {"type": "array", "items": {"type": "string"}}
                }
              },
              "Entry": {
                "type": "object",
                "required": ["value"],
                "properties": {
                  "value": {"type": "string"},
                  "enabled": {"type": "boolean", "default": true},
                  "author": {"type": "string"},
                  "note": {"type": "string"},
                  "setAt": {"type": "string", "format": "date-time"},
                  "expiresAt": {"type": "string", "format": "date-time"},
                  "until": {"enum": ["next fetch", "upstream changes"]},
                  "upstream": {"type": ["string", "null"]}
                }
              },
              "ScopedEntry": {
                "allOf": [{"$ref": "#/components/schemas/Entry"}],
                "required": ["scope"],
                "properties": {"scope": {"enum": ["everyone", "app", "installation"]}}
              },
              "Report": {
                "type": "object",
                "required": ["version", "identity", "run", "sequence", "sentAt"],
                "properties": {
                  "version": {"const": 1},
                  "identity": {
                    "type": "object",
                    "required": ["app", "installation"],
                    "properties": {
                      "app": {"type": "string", "minLength": 1}, "version": {"type": "string"}, "build": {"type": "string"},
                      "system": {"type": "string"}, "device": {"type": "string"}, "installation": {"type": "string", "minLength": 1}
                    }
                  },
                  "run": {"type": "string", "description": "A name for this start of the app."},
                  "sequence": {"type": "integer", "minimum": 1},
                  "sentAt": {"type": "string", "format": "date-time"},
                  "revision": {"$ref": "#/components/schemas/Revision"},
                  "source": {
                    "type": "object",
                    "properties": {"fetchedAt": {"type": "string", "format": "date-time"}, "version": {"type": "string"}}
                  },
                  "roundTrip": {"type": "number", "minimum": 0, "description": "How long the previous report took, in seconds."},
                  "whole": {"type": "boolean", "description": "Whether the app has no keys other than those listed."},
                  "keys": {
                    "type": "array", "maxItems": 5000,
                    "items": {
                      "type": "object",
                      "required": ["key", "status"],
                      "properties": {
                        "key": {"type": "string"}, "status": {"type": "string"}, "value": {"type": "string"},
                        "fullLength": {"type": "integer"}, "supplier": {"type": "string"}, "problem": {"type": "string"},
                        "pending": {"type": "string", "description": "The value that the app uses from its next session on."}
                      }
                    }
                  },
                  "removedKeys": {"type": "array", "items": {"type": "string"}},
                  "mismatches": {
                    "type": "array", "maxItems": 200,
                    "items": {
                      "type": "object",
                      "required": ["key", "declared", "asked"],
                      "properties": {"key": {"type": "string"}, "declared": {"type": "string"}, "asked": {"type": "string"}}
                    }
                  },
                  "exposures": {
                    "type": "array", "maxItems": 2000,
                    "items": {
                      "type": "object",
                      "required": ["key", "experiment", "group", "at"],
                      "properties": {
                        "key": {"type": "string", "minLength": 1}, "experiment": {"type": "string", "minLength": 1},
                        "group": {"type": "string", "minLength": 1}, "supplier": {"type": "string"},
                        "unit": {"type": "string", "description": "The unit that the group was assigned to, such as a user."},
                        "at": {"type": "string", "format": "date-time"}
                      }
                    }
                  },
                  "metrics": {
                    "type": "array", "maxItems": 2000,
                    "items": {
                      "type": "object",
                      "required": ["name", "at"],
                      "properties": {
                        "name": {"type": "string", "minLength": 1}, "value": {"type": "number"},
                        "unit": {"type": "string"}, "at": {"type": "string", "format": "date-time"},
                        "properties": {"type": "object"}
                      }
                    }
                  },
                  "droppedEvents": {"type": "integer", "minimum": 0}
                }
              },
              "Receipt": {
                "type": "object",
                "required": ["version", "wantsWhole"],
                "properties": {
                  "version": {"const": 1},
                  "wantsWhole": {"type": "boolean", "description": "Whether the next report must list all keys."}
                }
              },
              "Error": {
                "type": "object",
                "required": ["errorDetails"],
                "properties": {"errorDetails": {"type": "string"}, "metadata": {"type": "object"}}
              }
            }
          }
        }
        """#
}
