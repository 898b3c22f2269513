package io.plantgate.embedded.simulator;

/** How a simulated device is heard. */
interface Voice extends AutoCloseable {

    /**
     * Sends one message and returns once the broker has said that it has it.
     *
     * @param device the sender
     * @throws Exception if the broker cannot be reached or does not answer; the message is to be sent again
     */
    void say(String device, String message) throws Exception;

    @Override
    void close();
}
