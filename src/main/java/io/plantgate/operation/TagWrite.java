package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;

/** A tag and the value that it is to have: a number, a truth value or a text, in the tag's own unit. */
public record TagWrite(Tag tag, JsonNode value) {}
