package io.plantgate.inlet.amqp;

import java.util.Map;

/** The contract on quorum queues; a message that goes back to the queue five times would be dead-lettered. */
class RabbitMqQuorumTest extends RabbitMqContract {

    @Override
    Map<String, String> declared(Map<String, String> parameters) {
        Map<String, String> all = super.declared(parameters);
        all.put("queueType", "quorum");
        all.put("deliveryLimit", "5");
        return all;
    }

    // Seen once, on a loaded machine. It fits that RabbitMQ takes an acknowledgement and hands it on to the queue's
    // leader
    // later. They came again as duplicates, which is what the ledger is for.
    @Override
    boolean acknowledgementsOutliveTheirChannel() {
        return false;
    }
}
