package io.plantgate.intake;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How one part of an identity is made: from one place as it stands, or from several by a template. The template's
 * parts are escaped ({@code %} as {@code %25}, {@code /} as {@code %2F}) and joined by slashes, so that no two lists of
 * parts meet.
 */
final class PartRule {

    private final String name;
    private final List<PartPlace> places;
    private final boolean template;

    private PartRule(String name, List<PartPlace> places, boolean template) {
        this.name = name;
        this.places = List.copyOf(places);
        this.template = template;
    }

    static PartRule at(String name, PartPlace place) {
        return new PartRule(name, List.of(place), false);
    }

    static PartRule template(String name, List<PartPlace> places) {
        return new PartRule(name, places, true);
    }

    String name() {
        return name;
    }

    List<Place> places() {
        return places.stream().map(PartPlace::place).toList();
    }

    /** The part's text; null where it, or a part of its template, is missing. */
    String textIn(ReadItem item) throws Unreadable {
        if (!template) {
            return places.get(0).textIn(item, name);
        }
        List<String> texts = new ArrayList<>(places.size());
        for (PartPlace place : places) {
            String text = place.textIn(item, name);
            if (text == null) {
                return null;
            }
            texts.add(escape(text));
        }
        return String.join("/", texts);
    }

    static String escape(String text) {
        return text.replace("%", "%25").replace("/", "%2F");
    }

    /** Where it was looked for, for people. */
    String where() {
        return places.stream().map(place -> place.place().toString()).collect(Collectors.joining(", "));
    }
}
