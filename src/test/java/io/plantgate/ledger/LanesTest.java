package io.plantgate.ledger;

import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanesTest {

    private static final int CHUNK = 6;

    private final List<Unit> put = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<List<Decision>>> told = new CopyOnWriteArrayList<>();

    @Test
    void whatADeviceSendsStaysInOneLaneAndInItsOrder() throws Exception {
        new Lanes(ofDevices(8, 5)).put(this::hand);

        assertThat(put).hasSize(2);
        for (int device = 0; device < 8; device++) {
            assertThat(List.of(ids(device, put.subList(0, 1)), ids(device, put.subList(1, 2))))
                    .containsExactlyInAnyOrder(List.of(), List.of("T0", "T1", "T2", "T3", "T4"));
        }
    }

    @Test
    void theLanesOfAStreamAreOfDifferentShards() {
        for (String stream : List.of("", "A", "ID-pump-1796079837056-0-17", "\uffff")) {
            for (int shards = 2; shards < 9; shards++) {
                assertThat(Math.floorMod(Lanes.key(stream, 0).hashCode(), shards))
                        .isNotEqualTo(Math.floorMod(Lanes.key(stream, 1).hashCode(), shards));
            }
        }
    }

    @Test
    void decisionsAreToldInTheChunksOrderOnceBothLanesAreDecided() throws Exception {
        List<Arrival> chunk = ofDevices(6, 4);
        CompletableFuture<List<Decision>> decided = new Lanes(chunk).put(this::hand);

        decide(1);
        assertThat(decided).isNotDone();
        decide(0);

        List<Decision> decisions = decided.getNow(null);
        assertThat(decisions).hasSameSizeAs(chunk);
        for (int i = 0; i < chunk.size(); i++) {
            assertThat(decisions.get(i).arrivalId()).isEqualTo(number(chunk.get(i)));
        }
    }

    @Test
    void aChunkOfOneDeviceIsOneUnit() throws Exception {
        CompletableFuture<List<Decision>> decided = new Lanes(ofDevices(1, 3)).put(this::hand);

        assertThat(put).hasSize(1);
        decide(0);
        assertThat(decided.getNow(null)).hasSize(3);
    }

    @Test
    void nothingIsToldWhereOneLaneFails() throws Exception {
        CompletableFuture<List<Decision>> decided = new Lanes(ofDevices(6, 4)).put(this::hand);

        decide(0);
        told.get(1).completeExceptionally(new LedgerStoppedException("stopped"));

        assertThat(decided)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LedgerStoppedException.class);
    }

    @Test
    void theRestOfAStreamIsHandedOverWhenAllBeforeItIsDecided() throws Exception {
        List<Arrival> stream = ofDevices(CHUNK, 2).subList(0, CHUNK + 3);
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        Thread reader = new Thread(() -> read(exchange, stream));
        reader.start();

        Awaitility.await().until(() -> reader.getState() == Thread.State.WAITING);
        assertThat(put).as("the lanes of the full chunk").hasSize(2);
        decide(0);
        decide(1);
        Awaitility.await().until(() -> put.size() == 3 && reader.getState() == Thread.State.WAITING);
        assertThat(put.get(2).arrivals()).isEqualTo(stream.subList(CHUNK, CHUNK + 3));
        decide(2);

        reader.join();
        assertThat(exchange.getMessage().getBody(LedgerExchange.StreamSummary.class))
                .isEqualTo(new LedgerExchange.StreamSummary(CHUNK + 3, 0, 0, 0, 0, 0));
    }

    @Test
    void whatIsDividedDoesNotOvertakeALongRowThatIsNot() throws Exception {
        List<Arrival> stream = new ArrayList<>(ofDevices(CHUNK, 1));
        stream.add(0, trip("T").saying("x".repeat(4 << 20)).arrival());
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        Thread reader = new Thread(() -> read(exchange, stream));
        reader.start();

        Awaitility.await().until(() -> reader.getState() == Thread.State.WAITING);
        assertThat(put).hasSize(1);
        decide(0);
        Awaitility.await().until(() -> put.size() == 3 && reader.getState() == Thread.State.WAITING);
        decide(1);
        decide(2);
        reader.join();
    }

    @Test
    void aSourceThatTwoDevicesSendForIsNotDealtOut() throws Exception {
        List<Arrival> stream = new ArrayList<>();
        for (int n = 0; n < CHUNK; n++) {
            stream.add(sentBy("GATEWAY-" + n % 2, trip("T" + n).at("CELL-7").arrival()));
        }
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        Thread reader = new Thread(() -> read(exchange, stream));
        reader.start();

        Awaitility.await().until(() -> reader.getState() == Thread.State.WAITING);
        assertThat(put).hasSize(1);
        assertThat(put.get(0).arrivals()).isEqualTo(stream);
        decide(0);
        reader.join();
    }

    @ParameterizedTest
    @CsvSource({
        "PUMP-7/Trip, PUMP-7, true",
        "PUMP-7, PUMP-7, true",
        "CELL-7, , true",
        "CELL-7, GATEWAY-1, false",
        "PUMP-70, PUMP-7, false",
        "PUMP-7, PUMP-7/Trip, false",
    })
    void aKeyCoversItsSourceWhereTheDeviceIsTheSourceOrItsBeginning(String source, String device, boolean covers) {
        assertThat(OrderKey.coversItsSource(sentBy(device, trip("T").at(source).arrival())))
                .isEqualTo(covers);
    }

    private static Arrival sentBy(String device, Arrival arrival) {
        Event event = (Event) arrival.reading();
        return new Arrival(
                arrival.delivery(),
                arrival.profile(),
                new Event(
                        event.identity(),
                        device,
                        event.sourceTime(),
                        event.payload(),
                        event.bootObserved(),
                        event.effects(),
                        event.flags()));
    }

    private void read(Exchange exchange, List<Arrival> stream) {
        try {
            exchange.getMessage().setBody(new StreamRecording(ledger(), exchange).record(stream.iterator()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Arrival> ofDevices(int devices, int each) {
        List<Arrival> arrivals = new ArrayList<>();
        for (int n = 0; n < each; n++) {
            for (int device = 0; device < devices; device++) {
                arrivals.add(trip("T" + n).at("PUMP-" + device + "/Trip").arrival());
            }
        }
        return arrivals;
    }

    private static List<String> ids(int device, List<Unit> units) {
        return units.stream()
                .flatMap(unit -> unit.arrivals().stream())
                .map(arrival -> ((Event) arrival.reading()).identity())
                .filter(identity -> identity.source().equals("PUMP-" + device + "/Trip"))
                .map(EventIdentity::transitionId)
                .toList();
    }

    private CompletableFuture<List<Decision>> hand(Lanes.Lane lane) throws InterruptedException {
        return ledger().put(Unit.ofInlet(Lanes.key("stream", lane.number()), lane.arrivals()));
    }

    /** The unit's decisions, each under a number that tells which arrival it is of. */
    private void decide(int unit) {
        told.get(unit)
                .complete(put.get(unit).arrivals().stream()
                        .<Decision>map(arrival -> new Decision.Canonical(number(arrival), false, OptionalLong.empty()))
                        .toList());
    }

    private static int number(Arrival arrival) {
        return ((Event) arrival.reading()).identity().hashCode();
    }

    private Ledger ledger() {
        return new Ledger() {
            @Override
            public Optional<CompletableFuture<List<Decision>>> offer(Unit unit) {
                return Optional.of(put(unit));
            }

            @Override
            public CompletableFuture<List<Decision>> put(Unit unit) {
                CompletableFuture<List<Decision>> decisions = new CompletableFuture<>();
                told.add(decisions);
                put.add(unit);
                return decisions;
            }

            @Override
            public boolean reachable() {
                return true;
            }

            @Override
            public int chunkArrivalsMax() {
                return CHUNK;
            }

            @Override
            public int chunksInFlight() {
                return 4;
            }
        };
    }
}
