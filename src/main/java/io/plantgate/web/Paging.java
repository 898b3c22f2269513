package io.plantgate.web;

/** Bounds what a client asks for. */
final class Paging {

    private final WebProperties properties;

    Paging(WebProperties properties) {
        this.properties = properties;
    }

    int limit(Integer wanted) {
        if (wanted == null) {
            return properties.pageRows();
        }
        if (wanted < 1 || wanted > properties.pageRowsMax()) {
            throw new InvalidRequestException("limit: " + wanted + " is not in 1.." + properties.pageRowsMax() + ".");
        }
        return wanted;
    }

    /** The id below which a newest-first page starts. */
    static long below(Long after) {
        return after == null ? Long.MAX_VALUE : after;
    }
}
