package io.plantgate.inlet.file;

import io.plantgate.event.Delivery;
import io.plantgate.inlet.ImportRow;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.IntakeExchange.HeaderSink;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.Profile.StreamOrigin;
import io.plantgate.ledger.LedgerExchange;
import io.plantgate.ledger.LedgerExchange.ImportPlan;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a claimed file and says on its exchange where its rows come from and how they are cut into chunks. */
final class Opening {

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);
    private static final String FILE_NAME_FACT = "file";

    private final Framing framing;
    private final boolean effects;
    private final FileInlet shared;

    Opening(Framing framing, boolean effects, FileInlet shared) {
        this.framing = framing;
        this.effects = effects;
        this.shared = shared;
    }

    static Framing framing(String word) {
        return switch (word) {
            case "of-the-profile" -> Framing.OF_THE_PROFILE;
            case "json-lines" -> Framing.JSON_LINES;
            case "json-array" -> Framing.JSON_ARRAY;
            default ->
                throw new IllegalArgumentException(
                        "framing: " + word + " is unknown. Use of-the-profile, json-lines or json-array.");
        };
    }

    static boolean plansEffects(String word) {
        return switch (word) {
            case "plan" -> true;
            case Delivery.NO_EFFECTS -> false;
            default -> throw new IllegalArgumentException("effects: " + word + " is unknown. Use plan or none.");
        };
    }

    void open(ClaimedFile file, Exchange exchange) throws IOException {
        file.reads(FileStream.open(
                file.path(), shared.bounds(), () -> exchange.getContext().isStopping()));
        exchange.getMessage().setBody(file.stream());
        describe(file.row(), exchange);
        plan(file, exchange);
    }

    private void describe(ImportRow row, Exchange exchange) {
        Map<String, String> facts = effects
                ? Map.of(FILE_NAME_FACT, row.fileName())
                : Map.of(FILE_NAME_FACT, row.fileName(), Delivery.EFFECTS, Delivery.NO_EFFECTS);
        exchange.setProperty(IntakeExchange.STREAM_ORIGIN, new StreamOrigin(row.startedAt(), row.inlet(), facts, null));
        exchange.setProperty(IntakeExchange.FRAMING, framing);
        HeaderSink header = bytes -> shared.imports().keepHeader(row.importId(), bytes);
        exchange.setProperty(IntakeExchange.HEADER_SINK, header);
    }

    private void plan(ClaimedFile file, Exchange exchange) {
        ImportRow row = file.row();
        BitSet recorded = shared.imports().recordedChunks(row.importId());
        exchange.setProperty(
                LedgerExchange.IMPORT_PLAN,
                new ImportPlan(row.importId(), row.chunkRows(), chunk -> recorded.get((int) chunk)));
        exchange.setProperty(
                LedgerExchange.DECISION_SINK, new ImportProgress(file, shared.progress(), shared.nanoClock()));
        LOG.info(
                "{}: {} begins: {} bytes, {} chunks recorded before.",
                row.inlet(),
                file.label(),
                row.fileBytes(),
                recorded.cardinality());
    }
}
