package io.plantgate.embedded.plc;

/** A conveyor: it runs or stands, at a speed, and counts the orders that it has followed. */
final class Conveyor {

    private static final int SPEED_TENTHS = 12;

    private final DeviceLog log;
    private boolean running = true;
    private int speedTenths = SPEED_TENTHS;
    private int orders;
    private boolean guardClosed = true;

    Conveyor(DeviceLog log) {
        this.log = log;
    }

    synchronized void run(boolean wanted, String operation) {
        running = wanted;
        orders++;
        log.changed("run", wanted, operation);
    }

    /** @param tenths of a metre per minute */
    synchronized void speed(int tenths, String operation) {
        speedTenths = tenths;
        orders++;
        log.changed("speed", tenths / 10.0, operation);
    }

    /** Somebody opens or closes the guard, beside the machine. */
    synchronized void guard(boolean closed) {
        guardClosed = closed;
    }

    synchronized boolean isGuardClosed() {
        return guardClosed;
    }

    synchronized boolean isRunning() {
        return running;
    }

    synchronized int speedTenths() {
        return speedTenths;
    }

    /** Rises by one with every order followed, and falls never. */
    synchronized int orders() {
        return orders;
    }
}
