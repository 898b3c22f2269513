package io.plantgate.inlet;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class InFlightSharesTest {

    private final InFlightShares shares = new InFlightShares(10_000);

    @Test
    void windowsThatFillTheQueueToItsLastPlaceAreTaken() {
        shares.take("mqtt:pumps", 6000);

        assertThatCode(() -> shares.take("amqp:ovens", 4000)).doesNotThrowAnyException();
    }

    @Test
    void oneMoreThanTheQueueHoldsIsRefusedAndEverybodyIsNamed() {
        shares.take("mqtt:pumps", 6000);

        assertThatIllegalStateException()
                .isThrownBy(() -> shares.take("amqp:ovens", 4001))
                .withMessageContainingAll(
                        "amqp:ovens", "4001", "mqtt:pumps 6000", "10000", "plantgate.ledger.queue-arrivals-max");
    }

    @Test
    void anInletThatStartsAgainReplacesItsShare() {
        shares.take("mqtt:pumps", 6000);

        assertThatCode(() -> shares.take("mqtt:pumps", 10_000)).doesNotThrowAnyException();
    }

    @Test
    void aShareThatIsGivenBackIsFreeForOthers() {
        shares.take("mqtt:pumps", 10_000);
        shares.giveBack("mqtt:pumps");

        assertThatCode(() -> shares.take("amqp:ovens", 10_000)).doesNotThrowAnyException();
    }
}
