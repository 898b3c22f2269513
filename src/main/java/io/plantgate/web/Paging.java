package io.plantgate.web;

/** Bounds what a client asks for. */
final class Paging {

    private final WebProperties properties;

    Paging(WebProperties properties) {
        this.properties = properties;
    }

    int limit(Integer wanted) {
        return wanted == null ? properties.pageRows() : bounded(wanted, properties.pageRowsMax());
    }

    /** Rows of a file that is written row by row: all, if nothing else is asked. */
    int csvLimit(Integer wanted) {
        return wanted == null ? properties.csvRowsMax() : bounded(wanted, properties.csvRowsMax());
    }

    private static int bounded(int wanted, int max) {
        if (wanted < 1 || wanted > max) {
            throw new InvalidRequestException("limit: " + wanted + " is not in 1.." + max + ".");
        }
        return wanted;
    }

    /** The id below which a newest-first page starts. */
    static long below(Long after) {
        return after == null ? Long.MAX_VALUE : after;
    }
}
