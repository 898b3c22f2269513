package io.plantgate.delivery.plc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.plantgate.operation.DeviceWrite;
import io.plantgate.operation.Tag;
import io.plantgate.operation.TagWrite;
import java.util.HexFormat;
import java.util.List;

/** What tests of drivers say, in the words of an equipment's file. */
final class Fixtures {

    private static final JsonMapper JSON = new JsonMapper();

    private Fixtures() {}

    /** With ' for ". */
    static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static Tag tag(String name, String address) {
        return new Tag(name, json(address));
    }

    static TagWrite sets(Tag tag, String value) {
        return new TagWrite(tag, json(value));
    }

    static DeviceWrite write(int number, String command, TagWrite... writes) {
        return new DeviceWrite("OP-" + number, number, digest(number), command, List.of(writes), json("{}"));
    }

    private static String digest(int number) {
        return HexFormat.of().toHexDigits(number).repeat(8);
    }
}
