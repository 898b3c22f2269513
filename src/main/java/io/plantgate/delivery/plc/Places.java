package io.plantgate.delivery.plc;

import java.net.URI;
import java.util.Locale;

/** Names where a device is reached in one spelling, so that the same place has the same name in two files. */
final class Places {

    private Places() {}

    /**
     * Host in lower case, and port; a path and a user do not count. Another name of the same host is another place.
     *
     * @param key of the url, for messages
     * @param example of a right one
     * @param otherwise the protocol's own port
     * @throws IllegalArgumentException if the url names no host
     */
    static String server(String key, String url, String example, int otherwise) {
        String authority = authority(url);
        if (authority.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s \"%s\" names no host; it looks like %s".formatted(key, url, example));
        }
        // Not URI's host and port: it finds none in a name with an underscore.
        String server = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        return server.matches(".*:\\d+") ? server : server + ":" + otherwise;
    }

    private static String authority(String url) {
        try {
            String authority = URI.create(url.strip()).getRawAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
