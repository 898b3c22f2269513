package io.plantgate.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

/** What a delivery route and its judges may rely on. */
class ContractTest {

    @Test
    void onlyAFailureToConnectProvesThatNothingWasSent() {
        assertThat(Failures.outcome(new RuntimeException(new ConnectException("refused"))))
                .isInstanceOf(Outcome.NotDone.class);
        assertThat(Failures.outcome(new UnknownHostException("erp"))).isInstanceOf(Outcome.NotDone.class);
        assertThat(Failures.outcome(new NeverSentException("no segment left"))).isInstanceOf(Outcome.NotDone.class);

        assertThat(Failures.outcome(new SocketTimeoutException("Read timed out")))
                .isInstanceOf(Outcome.Unknown.class);
        assertThat(Failures.outcome(new SocketException("Connection reset"))).isInstanceOf(Outcome.Unknown.class);
        assertThat(Failures.outcome(new IOException(new IllegalStateException("?"))))
                .isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void anAnswerKeepsNoSecretAndNoMoreThanItsBound() {
        Answer answer = Answer.of(
                "401",
                "{\"access_token\": \"abc.def\", \"note\": \"Bearer abcdef123456\", \"password\":\"a\\\"b\"} pwd=x1;");

        assertThat(answer.text())
                .doesNotContain("abc.def", "abcdef123456", "a\\\"b", "x1")
                .contains("\"note\"");
        String umlauts = new Answer("200", "ä".repeat(5_000)).cut(99).text();
        assertThat(umlauts.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(95, 99);
        assertThat(umlauts).startsWith("ää").endsWith("… (10000 bytes)");
        assertThat(new Answer("200", "short").cut(99).text()).isEqualTo("short");
    }

    @Test
    void aJudgeSettlesOnlyWhatTheExchangeBringsAndItsLastWordCounts() {
        Exchange exchange = exchangeWith(effect(7), effect(8));

        EffectExchange.settle(exchange, new Outcome.Unknown("NO_ANSWER", Answer.NONE));
        EffectExchange.settle(exchange, 8, new Outcome.Delivered("4711", Answer.NONE));

        assertThat(EffectExchange.settled(exchange, 7)).isInstanceOf(Outcome.Unknown.class);
        assertThat(EffectExchange.settled(exchange, 8)).isInstanceOf(Outcome.Delivered.class);
        assertThatThrownBy(() -> EffectExchange.settle(exchange, 9, new Outcome.Delivered(null, Answer.NONE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EffectExchange.effect(exchange)).hasMessageContaining("batchMax");
    }

    private static Exchange exchangeWith(ClaimedEffect... effects) {
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        exchange.setProperty(EffectExchange.EFFECTS, List.of(effects));
        return exchange;
    }

    private static ClaimedEffect effect(long id) {
        return new ClaimedEffect(
                id,
                id,
                1,
                false,
                Purpose.SEND,
                id + "/pumps/post",
                id,
                "erp-posting",
                "erp",
                List.of(),
                Message.NONE,
                MissingNode.getInstance(),
                Instant.EPOCH);
    }
}
