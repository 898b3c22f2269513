package io.plantgate.delivery.sms;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jsmpp.DefaultPDUReader;
import org.jsmpp.InvalidCommandLengthException;
import org.jsmpp.PDUReader;
import org.jsmpp.bean.Command;

/**
 * Reads what a centre writes, as far as a centre writes: jsmpp would make room for whatever length a header says, and if there
 * is none its reading thread would end without a word. The largest PDU of SMPP 3.4 carries a message_payload of 64 KiB.
 */
final class BoundedPdus implements PDUReader {

    private static final int BYTES_MAX = 2 * 65_536;

    private final PDUReader reader = new DefaultPDUReader();
    private volatile long heardNanos = System.nanoTime();

    @Override
    public Command readPDUHeader(DataInputStream in) throws InvalidCommandLengthException, IOException {
        Command header = reader.readPDUHeader(in);
        heardNanos = System.nanoTime();
        if (header.getCommandLength() > BYTES_MAX) {
            // Where the next one begins nobody can say.
            throw new IOException("the centre wrote a PDU of " + header.getCommandLength() + " bytes");
        }
        return header;
    }

    @Override
    public byte[] readPDU(DataInputStream in, Command header) throws IOException {
        return reader.readPDU(in, header);
    }

    @Override
    public byte[] readPDU(DataInputStream in, int length, int command, int status, int sequenceNumber)
            throws IOException {
        return reader.readPDU(in, length, command, status, sequenceNumber);
    }

    /** How long nothing has come. */
    long silentMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - heardNanos);
    }
}
