package io.plantgate.intake.barcode;

import io.plantgate.event.RawBytes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * How a key is made for a scan whose client sent none. Version {@value #VERSION}: device, capture time truncated to the device's
 * own resolution, normal form of the code, action; each with its length in front, so that no two lists of parts meet, under
 * SHA-256. The gateway's clock is never part of it.
 *
 * @param resolutionMillis of capture times, where no device says otherwise
 * @param devices resolutions of devices by name; a star at the end stands for any rest; the first that fits counts
 */
public record KeyRecipe(long resolutionMillis, List<Resolution> devices) {

    /** Stands in every derived key, and is stored with it: another recipe makes other keys. */
    public static final String VERSION = "v1";

    /** How every derived key begins; no client may send one that does. */
    public static final String SCHEME = "derived:";

    public KeyRecipe {
        devices = List.copyOf(devices);
    }

    /** A device, or several with a star, and how finely they tell time. */
    public record Resolution(String device, long millis) {
        boolean fits(String id) {
            return device.endsWith("*") ? id.startsWith(device.substring(0, device.length() - 1)) : id.equals(device);
        }
    }

    /** How finely this device tells time, in milliseconds. */
    public long resolutionOf(String deviceId) {
        return devices.stream()
                .filter(device -> device.fits(deviceId))
                .findFirst()
                .map(Resolution::millis)
                .orElse(resolutionMillis);
    }

    /** The capture time as it goes into the key. */
    public Instant truncated(String deviceId, Instant captureTime) {
        long millis = resolutionOf(deviceId);
        return Instant.ofEpochMilli(Math.floorDiv(captureTime.toEpochMilli(), millis) * millis);
    }

    /** The derived key. */
    public String key(String deviceId, Instant captureTime, String normalCode, String action) {
        String time = truncated(deviceId, captureTime).toString();
        return SCHEME + VERSION + ":"
                + HexFormat.of().formatHex(RawBytes.sha256(parts(deviceId, time, normalCode, action)));
    }

    private static byte[] parts(String... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (String part : parts) {
                byte[] utf8 = part.getBytes(StandardCharsets.UTF_8);
                out.writeInt(utf8.length);
                out.write(utf8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
