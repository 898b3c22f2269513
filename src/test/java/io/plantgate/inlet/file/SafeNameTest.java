package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeNameTest {

    @ParameterizedTest
    @Tag("J03")
    @ValueSource(
            strings = {"../../etc/x.csv", "..\\x.csv", "x\n.csv", "/etc/passwd", "C:\\x.csv", "..", ".", "~", "a\u202eb"
            })
    void aSendersNameNeverBecomesAPath(String name) {
        Path folder = Path.of("/inbox/claimed/node-1");
        Path onDisk = folder.resolve(SafeName.of(17, name).onDisk()).normalize();
        assertThat(onDisk.getParent()).isEqualTo(folder);
        assertThat(onDisk.getFileName().toString())
                .startsWith("00000017__")
                .doesNotContain("\\", "\n", ":", "~", "\u202e");
    }

    @Test
    void whatIsHarmlessStaysReadable() {
        assertThat(SafeName.of(4711, "out (1) Grün-设备.csv.gz").onDisk()).isEqualTo("00004711__out (1) Grün-设备.csv.gz");
    }

    @Test
    void aNameOnDiskIsReadBack() {
        SafeName name = SafeName.of(123456789012L, "a__b.csv");
        assertThat(SafeName.parse(name.onDisk())).isEqualTo(name);
        assertThat(SafeName.parse("a.csv")).isNull();
        assertThat(SafeName.parse("9999999999999999999999__a.csv")).isNull();
    }

    @Test
    void aLongNameKeepsItsEndAndFitsIntoAFileSystem() {
        String onDisk = SafeName.of(Long.MAX_VALUE, "设".repeat(85) + ".csv.gz").onDisk() + ".reason.txt";
        assertThat(onDisk).endsWith(".csv.gz.reason.txt");
        assertThat(onDisk.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(255);
    }
}
