package io.plantgate.delivery.sms;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Reads messages as a phone does, from nothing but their octets: by the header's own length, in the order of the numbers. */
final class ReadingPhone {

    private ReadingPhone() {}

    static String read(List<SmsPart> parts) {
        return parts.stream()
                .sorted(Comparator.comparingInt(ReadingPhone::number))
                .map(ReadingPhone::text)
                .collect(Collectors.joining());
    }

    static List<String> references(List<SmsPart> parts) {
        return parts.stream().map(ReadingPhone::reference).distinct().toList();
    }

    private static String text(SmsPart part) {
        byte[] content = Arrays.copyOfRange(part.octets(), headerOctets(part), part.octets().length);
        return part.dataCoding() == 8 ? SmsAlphabet.UCS2.decode(content) : SmsAlphabet.GSM_7BIT.decode(content);
    }

    private static int headerOctets(SmsPart part) {
        return part.hasHeader() ? part.octets()[0] + 1 : 0;
    }

    private static int number(SmsPart part) {
        return part.hasHeader() ? part.octets()[part.octets()[0]] & 0xFF : 1;
    }

    private static String reference(SmsPart part) {
        return HexFormat.of().formatHex(Arrays.copyOfRange(part.octets(), 1, part.octets()[0] - 1));
    }
}
