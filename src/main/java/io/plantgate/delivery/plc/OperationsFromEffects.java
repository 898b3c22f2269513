package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.plantgate.effect.Answer;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.Message;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import io.plantgate.operation.Asked;
import io.plantgate.operation.Operation;
import io.plantgate.operation.OperationRequest;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.operation.Operations;
import io.plantgate.operation.OperationsFaultException;
import io.plantgate.operation.OperationsUnreachableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;

/**
 * The last step of a route that makes operations of effects. The effect's key is the operation's name, so however often it
 * is tried there is one operation; it waits for a person who authorises it, whatever the command's own policy says.
 *
 * <p>The message is an object: {@code target}, {@code command}, {@code parameters} where the command has any, and
 * {@code validSeconds}, counted from the moment at which the effect was planned.
 */
public final class OperationsFromEffects {

    /** Who asks, in the {@code from} of commands and in names of operations. */
    static final String CLIENT = "effects";

    private static final String ASKED_BY = "effect:";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build();

    private final Operations operations;

    OperationsFromEffects(Operations operations) {
        this.operations = operations;
    }

    /** What a kind's message says. */
    private record Order(String target, String command, JsonNode parameters, int validSeconds) {}

    /** Asks for the operation, or what became of it, and says of the exchange's effect what is known then. */
    public void ask(Exchange exchange) {
        EffectExchange.settle(exchange, outcome(EffectExchange.effect(exchange)));
    }

    Outcome outcome(ClaimedEffect effect) {
        try {
            if (effect.purpose() == Purpose.QUERY) {
                return standing(effect);
            }
            return asked(operations.ask(request(effect, order(effect.message()))));
        } catch (IOException e) {
            return new Outcome.Rejected(
                    "MESSAGE: the kind's message must be an object with target, command, validSeconds and perhaps"
                            + " parameters, and nothing else.",
                    Answer.NONE);
        } catch (OperationsUnreachableException e) {
            return new Outcome.Unknown("OPERATIONS_UNREACHABLE: " + e.getMessage(), Answer.NONE);
        } catch (OperationsFaultException e) {
            return new Outcome.Unknown("OPERATIONS_FAULT: " + e.getMessage(), Answer.NONE);
        }
    }

    /** The channel whose effect became this operation. */
    static String channel(Operation operation) {
        return operation.askedBy().substring(ASKED_BY.length());
    }

    private static Order order(Message message) throws IOException {
        Order order = JSON.readValue(message.body(), Order.class);
        if (order == null || order.validSeconds() < 1) {
            throw new IOException("no validSeconds");
        }
        return order;
    }

    private static OperationRequest request(ClaimedEffect effect, Order order) {
        return new OperationRequest(
                CLIENT,
                ASKED_BY + effect.channel(),
                Door.EFFECT,
                effect.idempotencyKey(),
                order.target(),
                order.command(),
                order.parameters(),
                // Not from now on: an effect that waited must not move a machine later than one that did not.
                effect.plannedAt().plus(Duration.ofSeconds(order.validSeconds())),
                null,
                null,
                null);
    }

    private Outcome standing(ClaimedEffect effect) {
        Optional<Operation> operation = operations.find(new Name(CLIENT, effect.idempotencyKey()));
        return operation
                .map(OperationsFromEffects::of)
                .orElseGet(() -> new Outcome.Absent("No operation has this name.", Answer.NONE));
    }

    private static Outcome asked(Asked asked) {
        if (asked instanceof Asked.New fresh) {
            return of(fresh.operation());
        }
        if (asked instanceof Asked.Known known) {
            return of(known.operation());
        }
        if (asked instanceof Asked.Full full) {
            return notNow("OPERATIONS_FULL: " + full.openMax() + " operations are open.", full.retryAfterSeconds());
        }
        if (asked instanceof Asked.Later later) {
            return notNow(later.code() + ": " + later.reason(), later.retryAfterSeconds());
        }
        if (asked instanceof Asked.InRecovery recovery) {
            return notNow("IN_RECOVERY: " + recovery.reason(), recovery.retryAfterSeconds());
        }
        if (asked instanceof Asked.Expired expired) {
            return new Outcome.Rejected("OPERATION_EXPIRED: valid until " + expired.validUntil() + ".", Answer.NONE);
        }
        if (asked instanceof Asked.Invalid invalid) {
            return new Outcome.Rejected(invalid.fault() + ": " + invalid.detail(), Answer.NONE);
        }
        // What was asked for first under this key may have been written, or may still be.
        return new Outcome.Unknown("Another order stands under this effect's key; see its operation.", Answer.NONE);
    }

    private static Outcome notNow(String reason, int retryAfterSeconds) {
        return new Outcome.NotDone(reason, Duration.ofSeconds(retryAfterSeconds), false, Answer.NONE);
    }

    private static Outcome of(Operation operation) {
        return operation.state().open()
                ? new Outcome.Accepted(List.of(operation.operationId()), null, answer(operation))
                : end(operation);
    }

    /** What an operation's end, or that it is unknown, says about the effect. */
    static Outcome end(Operation operation) {
        Answer answer = answer(operation);
        String reason =
                operation.reason() == null ? operation.state().name() : operation.state() + ": " + operation.reason();
        return switch (operation.state()) {
            case SUCCEEDED, COMPENSATED -> new Outcome.Delivered(operation.operationId(), answer);
            case FAILED, REFUSED, EXPIRED, SUPERSEDED -> new Outcome.Rejected(reason, answer);
            default -> new Outcome.Unknown(reason, answer);
        };
    }

    private static Answer answer(Operation operation) {
        String text = operation.result() == null ? operation.reason() : operation.result();
        return Answer.of(operation.state().name(), text);
    }
}
