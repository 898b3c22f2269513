package io.plantgate.inlet.http;

import io.plantgate.inlet.GzipMembers;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The unpacked items of a post; ends with {@link StreamTooLongException} where they are a gzip bomb. */
final class UnpackedInput extends FilterInputStream {

    private final GzipMembers members;
    private final int gzipRatioMax;

    UnpackedInput(InputStream content, GzipMembers members, int gzipRatioMax) {
        super(content);
        this.members = members;
        this.gzipRatioMax = gzipRatioMax;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) throws IOException {
        int read = super.read(buffer, offset, wanted);
        if (members.denserThan(gzipRatioMax)) {
            throw new StreamTooLongException();
        }
        return read;
    }
}
