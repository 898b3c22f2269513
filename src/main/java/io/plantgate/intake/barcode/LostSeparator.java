package io.plantgate.intake.barcode;

import io.plantgate.intake.barcode.ElementString.AmbiguousException;
import io.plantgate.intake.barcode.ElementString.Element;
import io.plantgate.intake.barcode.ElementString.WrongException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Another way to read an element string in which no FNC1 came at all: its last value may have swallowed the elements behind it.
 * Evident is that only if one of those has a check digit or a date that is right; a batch that holds "21" by chance is no rare one.
 *
 * @param otherwise how the last value would be cut
 * @param evident true if what was swallowed proves itself
 */
record LostSeparator(String otherwise, boolean evident) {

    /** The partners of a label: a batch beside a serial. */
    private static final List<String> PARTNERS = List.of("10", "21");

    /** Empty where an FNC1 came, or the last value can be read in no other way. */
    static Optional<LostSeparator> in(String text, List<Element> elements) {
        Element last = elements.get(elements.size() - 1);
        boolean ends = Identifiers.at(last.identifier(), 0).predefined();
        boolean sent = text.indexOf(ElementString.FNC1, 1) > 0;
        if (ends || sent) {
            return Optional.empty();
        }
        LostSeparator likely = null;
        for (int at = 1; at < last.value().length(); at++) {
            Optional<LostSeparator> cut = cut(elements, last, at);
            if (cut.isPresent() && cut.get().evident) {
                return cut;
            }
            likely = likely == null ? cut.orElse(null) : likely;
        }
        return Optional.ofNullable(likely);
    }

    private static Optional<LostSeparator> cut(List<Element> elements, Element last, int at) {
        try {
            Element kept = ElementString.parse(last.identifier() + last.value().substring(0, at))
                    .get(0);
            List<Element> swallowed = ElementString.parse(last.value().substring(at));
            boolean evident = swallowed.stream().anyMatch(LostSeparator::provesItself);
            boolean partner = PARTNERS.contains(swallowed.get(0).identifier());
            boolean twice = swallowed.stream().anyMatch(element -> elements.stream()
                    .anyMatch(there -> there.identifier().equals(element.identifier())));
            return twice || !evident && !partner
                    ? Optional.empty()
                    : Optional.of(new LostSeparator(said(last, kept, swallowed), evident));
        } catch (AmbiguousException | WrongException e) {
            return Optional.empty();
        }
    }

    private static boolean provesItself(Element element) {
        Identifiers.Rule rule = Identifiers.at(element.identifier(), 0);
        return rule.checkDigitAt() > 0 || rule.date() != Identifiers.Date.NONE;
    }

    private static String said(Element last, Element kept, List<Element> swallowed) {
        return "no FNC1 came, and " + last + " may be " + kept + " and "
                + swallowed.stream().map(Element::toString).collect(Collectors.joining(" and "));
    }
}
