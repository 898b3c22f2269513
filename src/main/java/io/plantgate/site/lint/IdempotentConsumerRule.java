package io.plantgate.site.lint;

import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code idempotentConsumer} on the ledger with its defaults: a conflict would be skipped unseen, and a handled failure
 * would ask for an arrival to be forgotten.
 */
final class IdempotentConsumerRule implements Rule {

    private static final Set<String> LEDGER = Set.of("#ledger", "ledger", "#bean:ledger");

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return site.bodies()
                .flatMap(Yaml::allFields)
                .filter(field -> field.name().equals("idempotentConsumer"))
                .filter(field -> field.value()
                        .text("idempotentRepository")
                        .filter(LEDGER::contains)
                        .isPresent())
                .flatMap(IdempotentConsumerRule::switches);
    }

    private static Stream<Finding> switches(Yaml.Field consumer) {
        return Stream.of("skipDuplicate", "removeOnFailure")
                .filter(name ->
                        consumer.value().text(name).filter("false"::equals).isEmpty())
                .map(name -> consumer.key()
                        .finding(
                                "idempotentConsumer on #ledger without '%s: false'.".formatted(name),
                                "Add it, and let a choice on the decision follow, CONFLICT included."));
    }
}
