package io.plantgate.inlet.file;

import io.plantgate.inlet.ImportRow.State;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.ledger.LedgerExchange.StreamSummary;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileEndpoint;
import org.apache.camel.component.file.GenericFileOperations;
import org.apache.camel.component.file.GenericFileProcessStrategy;
import org.apache.camel.spi.PollingConsumerPollStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One inbox, as the route template {@code file-source} plugs it into camel-file: before each poll it claims what is
 * complete, the consumer reads {@code claimed/<node>/} only, and after each exchange the file is settled.
 *
 * <p>A file is never lost and its rows are de-duplicated once, whenever the process is killed: the row of {@code import}
 * is written before the claim, chunks carry their numbers, and the row is settled before the file is moved. An outage of
 * the store is no failure: the file stays claimed and is tried again.
 */
public final class FileInbox implements PollingConsumerPollStrategy, GenericFileProcessStrategy<File> {

    private static final Logger LOG = LoggerFactory.getLogger(FileInbox.class);

    private final String inlet;
    private final InboxFolders folders;
    private final Claims claims;
    private final Opening opening;
    private final Settlement settlement;
    private final Postponed postponed;
    private final FileInlet shared;
    private boolean clearedUp;

    /**
     * @param shared the bean {@code fileInlet}
     * @param profile the profile that reads the files
     * @param inlet the name of this way in, on this node the name of this inbox alone
     * @param framing how items follow each other in a file: {@code of-the-profile}, {@code json-lines} or
     *     {@code json-array}
     * @param directory the inbox
     * @param complete {@code rename}, {@code done-file} or {@code stable-size}
     * @param doneSuffix what a done file's name adds to its file's name
     * @param stableSeconds how long size and time of last write must stay as they are
     * @param effects {@code plan}, or {@code none} for files that bring history
     */
    public FileInbox(
            FileInlet shared,
            String profile,
            String inlet,
            String framing,
            String directory,
            String complete,
            String doneSuffix,
            int stableSeconds,
            String effects) {
        Completeness completeness =
                Completeness.of(complete, doneSuffix, Duration.ofSeconds(stableSeconds), shared.nanoClock());
        this.shared = shared;
        this.inlet = inlet;
        this.folders = new InboxFolders(Path.of(directory), shared.node());
        shared.open(inlet, folders.inbox());
        Framing cut = Opening.framing(framing);
        this.claims = new Claims(shared.profile(profile), cut, inlet, folders, completeness, shared);
        this.opening = new Opening(cut, Opening.plansEffects(effects), shared);
        this.settlement = new Settlement(inlet, folders, shared);
        this.postponed = new Postponed(inlet, shared.retry(), shared.nanoClock());
    }

    /** Claims what is complete; false while the inbox or the store is out of reach. */
    @Override
    public boolean begin(Consumer consumer, Endpoint endpoint) {
        if (postponed.isWaiting(folders.inbox())) {
            return false;
        }
        try {
            look();
            postponed.forget(folders.inbox());
            return true;
        } catch (IOException | RuntimeException e) {
            postponed.postpone(folders.inbox(), e);
            return false;
        }
    }

    private void look() throws IOException {
        folders.prepare();
        if (!clearedUp) {
            claims.clearUpAfterStart();
            clearedUp = true;
        }
        claims.claimComplete();
    }

    @Override
    public void commit(Consumer consumer, Endpoint endpoint, int polledMessages) {}

    @Override
    public boolean rollback(Consumer consumer, Endpoint endpoint, int retryCounter, Exception cause) {
        postponed.postpone(folders.inbox(), cause);
        return false;
    }

    @Override
    public void prepareOnStartup(GenericFileOperations<File> operations, GenericFileEndpoint<File> endpoint) {}

    /** Takes a claimed file up, or goes on with it; false if it is settled already or not yet to be tried again. */
    @Override
    public boolean begin(
            GenericFileOperations<File> operations,
            GenericFileEndpoint<File> endpoint,
            Exchange exchange,
            GenericFile<File> polled) {
        Path path = polled.getFile().toPath().toAbsolutePath().normalize();
        if (postponed.isWaiting(path)) {
            return false;
        }
        try {
            ClaimedFile file = claims.resume(path).orElse(null);
            return file != null && takeUp(file, exchange);
        } catch (IOException | RuntimeException e) {
            postponed.postpone(path, e);
            return false;
        }
    }

    private boolean takeUp(ClaimedFile file, Exchange exchange) throws IOException {
        if (file.row().state() != State.RUNNING) {
            settlement.moveSettled(file);
            return false;
        }
        // Camel would read the whole file into its stream cache.
        exchange.getExchangeExtension().setStreamCacheDisabled(true);
        file.keepOn(exchange);
        return true;
    }

    @Override
    public void abort(
            GenericFileOperations<File> operations,
            GenericFileEndpoint<File> endpoint,
            Exchange exchange,
            GenericFile<File> polled) {}

    @Override
    public void commit(
            GenericFileOperations<File> operations,
            GenericFileEndpoint<File> endpoint,
            Exchange exchange,
            GenericFile<File> polled) {
        settle(ClaimedFile.of(exchange), null);
    }

    @Override
    public void rollback(
            GenericFileOperations<File> operations,
            GenericFileEndpoint<File> endpoint,
            Exchange exchange,
            GenericFile<File> polled) {
        settle(ClaimedFile.of(exchange), exchange.getException());
    }

    private void settle(ClaimedFile file, Exception failure) {
        try {
            if (settlement.settle(file, failure)) {
                postponed.forget(file.path());
            } else if (Interruption.isStopBehind(failure)) {
                LOG.info(
                        "{}: {} was interrupted by the stop; it is read on after the next start.", inlet, file.label());
            } else {
                postponed.postpone(file.path(), failure);
            }
        } catch (IOException | RuntimeException e) {
            postponed.postpone(file.path(), e);
        }
    }

    /** First step of the route: opens the file and says where its rows come from and how they are cut into chunks. */
    public void read(Exchange exchange) throws IOException {
        opening.open(ClaimedFile.of(exchange), exchange);
    }

    /** Step after {@code ledger:}: from here on nothing keeps the file from {@code done/}. */
    public void recorded(Exchange exchange) {
        ClaimedFile.of(exchange).recorded(exchange.getMessage().getBody(StreamSummary.class));
    }

    /** Camel names a process strategy in its log. */
    @Override
    public String toString() {
        return "inbox " + folders.inbox();
    }
}
