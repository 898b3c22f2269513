package io.plantgate.delivery.plc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.junit.jupiter.api.Test;

/** What devices answer, whatever it holds, can be kept as it was said. */
class DeviceAnswersTest {

    @Test
    void aResultOverMqttKeepsItsDecimals() {
        assertThat(result("1e400")).isEqualTo("1E+400");
        assertThat(result("0.10000000000000000001")).isEqualTo("0.10000000000000000001");
    }

    @Test
    void aCodeOfAnOpcUaMethodIsVisibleAndBounded() {
        DeviceWrite write =
                new DeviceWrite("shift/OP7", 7, "ab", "stop", List.of(), JsonNodeFactory.instance.objectNode());

        DeviceWord word = OpcUaMethods.word(write, new Variant[] {
                    Variant.of("failed"), Variant.of("ab"), Variant.of("E\0" + "x".repeat(5_000)), Variant.of("a\0b")
                })
                .orElseThrow();

        assertThat(((DeviceWord.Failed) word).code()).startsWith("E\\u0000x").hasSizeLessThan(120);
        assertThat(word.evidence()).doesNotContain("\0").hasSizeLessThan(4_100);
    }

    private static String result(String number) {
        String answer = "{\"operationId\":\"a\",\"state\":\"done\",\"result\":" + number + "}";
        DeviceWord word = MqttAnswer.of(answer.getBytes(StandardCharsets.UTF_8))
                .flatMap(MqttAnswer::word)
                .orElseThrow();
        return ((DeviceWord.Done) word).result().toString();
    }
}
